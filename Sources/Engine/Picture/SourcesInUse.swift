internal import Synchronization
package import UprightFiles

/// The sources that this process works on, identified by device and inode, since a file can have several names (hard
/// links).
package final class SourcesInUse: Sendable {
    private let paths = Mutex<[FileIdentity: RawPath]>([:])

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
        paths.withLock { $0[identity] = path }
        return Hold { [weak self] in self?.paths.withLock { $0[identity] = nil } }
    }

    /// Returns why the lock on a source is not available.
    package func lockReason(on status: FileStatus, _ path: RawPath) -> String {
        let holder = paths.withLock { $0[status.identity] }
        guard let holder else { return "another process holds a lock on it" }
        return holder == path
            ? "it is being worked on" : "it is the same file as \(holder) (a hard link), which is being worked on"
    }
}
