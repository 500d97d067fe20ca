package import UprightFiles
internal import UprightBase

/// The sources that this process works on, identified by device and inode, since a file can have several names (hard
/// links).
package final class SourcesInUse: Sendable {
    private struct Use {
        var path: RawPath
        /// More than one if a shot has a file by several names.
        var holds = 0
    }

    private let uses = Monitor<[FileIdentity: Use]>([:])

    package init() {}

    /// Keeps a source locked and in the list for as long as this object exists.
    package final class Hold: Sendable {
        private let source: OpenFile
        private let release: @Sendable () -> Void

        fileprivate init(_ source: OpenFile, _ release: @escaping @Sendable () -> Void) {
            self.source = source
            self.release = release
        }

        deinit {
            // Before those that wait for it here try to lock it.
            source.unlock()
            release()
        }
    }

    /// Why a source cannot be worked on now.
    package struct InUse: Error {
        package let reason: String
        /// Whether this process works on it.
        package let isHere: Bool
    }

    /// Locks a source, and records that it is being worked on. File systems without locks, such as some network mounts, have
    /// only the record.
    ///
    /// - Parameter isHeld: whether whoever asks holds the file already, perhaps by a further name (a hard link).
    package func hold(
        _ source: OpenFile, _ status: FileStatus, _ path: RawPath, isHeld: Bool = false
    ) throws(InUse) -> Hold {
        let identity = status.identity
        // The record comes first: between a lock that is refused and a look at the record, the holder could have let go.
        let holder = uses.withLock { uses -> RawPath? in
            if !isHeld, let use = uses[identity] { return use.path }
            uses[identity, default: Use(path: path)].path = path
            uses[identity]?.holds += 1
            return nil
        }
        if let holder {
            throw InUse(
                reason: holder == path
                    ? "it is being worked on"
                    : "it is the same file as \(holder) (a hard link), which is being worked on", isHere: true)
        }
        let hold = Hold(source) { [weak self] in self?.release(identity) }
        let isLocked: Bool
        do throws(FileError) { isLocked = try source.tryLock() } catch { isLocked = true }
        guard isLocked || isHeld else { throw InUse(reason: "another process holds a lock on it", isHere: false) }
        return hold
    }

    private func release(_ identity: FileIdentity) {
        uses.withLock { uses in
            uses[identity]?.holds -= 1
            if uses[identity]?.holds == 0 { uses[identity] = nil }
        }
    }

    /// Waits until a source is not worked on, even if the task is cancelled.
    package func waitUntilReleased(_ identity: FileIdentity) async {
        await uses.waitToTheEnd { uses in uses[identity] == nil ? () : nil }
    }
}
