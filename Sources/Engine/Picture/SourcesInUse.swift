internal import Synchronization
package import UprightFiles

/// The sources that this process works on, identified by device and inode, since a file can have several names (hard
/// links).
package final class SourcesInUse: Sendable {
    private struct Use {
        var path: RawPath
        /// More than one where the file system has no locks.
        var holds = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let uses = Mutex<[FileIdentity: Use]>([:])

    /// Creates a list with no sources.
    package init() {}

    /// Keeps a source in the list for as long as this object exists.
    package final class Hold: Sendable {
        private let release: @Sendable () -> Void

        fileprivate init(_ release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    /// Records that a source is being worked on.
    package func hold(_ status: FileStatus, _ path: RawPath) -> Hold {
        let identity = status.identity
        uses.withLock {
            $0[identity, default: Use(path: path)].path = path
            $0[identity]?.holds += 1
        }
        return Hold { [weak self] in self?.release(identity) }
    }

    private func release(_ identity: FileIdentity) {
        let waiting = uses.withLock { uses -> [CheckedContinuation<Void, Never>] in
            uses[identity]?.holds -= 1
            guard let use = uses[identity], use.holds == 0 else { return [] }
            uses[identity] = nil
            return use.waiting
        }
        for each in waiting { each.resume() }
    }

    /// Waits until a source is not worked on.
    package func waitUntilReleased(_ identity: FileIdentity) async {
        await withCheckedContinuation { continuation in
            let isFree = uses.withLock { uses in
                uses[identity]?.waiting.append(continuation)
                return uses[identity] == nil
            }
            if isFree { continuation.resume() }
        }
    }

    /// Returns why the lock on a source is not available, and whether this process has it.
    package func lockReason(on status: FileStatus, _ path: RawPath) -> (text: String, isHere: Bool) {
        guard let holder = uses.withLock({ $0[status.identity]?.path }) else {
            return ("another process holds a lock on it", false)
        }
        let text =
            holder == path
            ? "it is being worked on" : "it is the same file as \(holder) (a hard link), which is being worked on"
        return (text, true)
    }
}
