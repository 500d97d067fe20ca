public import UprightFiles
internal import Glibc

/// Notices through the kernel's notifications (inotify): for local file systems.
///
/// Folders are watched, not files. A folder is watched first and read then, so that nothing can come in between; what is
/// seen twice is told of twice.
public struct InotifySource: EventSource {
    /// What is noticed.
    public enum Subject: Sendable {
        /// What comes and what is changed.
        case arrivals
        /// What goes: `removed` for each name, `overflow` where only a scan tells.
        case removals
    }

    private let folder: WatchedFolder
    private let subject: Subject
    /// How long to wait before a folder that has gone is looked for again.
    private let pause: Duration

    /// A source for a folder.
    public init(_ folder: WatchedFolder, noticing subject: Subject = .arrivals, pause: Duration = .seconds(1)) {
        self.folder = folder
        self.subject = subject
        self.pause = pause
    }

    /// Watches. A folder that goes and comes back is watched anew.
    ///
    /// - Returns: the error where the system has no watches left (`ENOSPC`) or no instance (`EMFILE`).
    public func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        var isLost = false
        while !Task.isCancelled {
            do throws(FileError) {
                let folder = folder
                let root = try await offTheCooperativePool { () throws(FileError) in try OpenFolder(folder.path) }
                let watch = try InotifyWatch(folder, root, noticing: subject)
                isLost = false
                try await follow(watch, tell)
            } catch {
                if error.operation == .watch, [ENOSPC, EMFILE, ENOMEM, ENOSYS].contains(error.code) { return error }
                if !isLost { await tell([.lost(error)]) }
                isLost = true
            }
            guard !Task.isCancelled else { return nil }
            do { try await Task.sleep(for: pause) } catch { return nil }
        }
        return nil
    }

    /// Reads everything, then tells of what the kernel says, until the folder is lost.
    private func follow(
        _ watch: InotifyWatch, _ tell: @escaping @Sendable ([SourceEvent]) async -> Void
    ) async throws(FileError) {
        // Notifications are read while the first scan goes on, or the kernel's queue would run over in a large folder.
        let scan = Task { () -> FileError? in
            let failure = await watch.scan(from: RawPath(""), tell)
            if failure == nil { await tell([.watching]) }
            return failure
        }
        defer { scan.cancel() }
        let failure: FileError? = await withTaskCancellationHandler {
            while !Task.isCancelled {
                let batch: InotifyWatch.Batch
                do throws(FileError) {
                    batch = try await offTheCooperativePool { () throws(FileError) in try watch.read() }
                } catch { return error }
                if !batch.events.isEmpty { await tell(batch.events) }
                for path in batch.newFolders {
                    if let failure = await watch.scan(from: path, tell) { return failure }
                }
                if let failure = watch.exhaustion ?? batch.loss { return failure }
            }
            return nil
        } onCancel: {
            watch.wake()
        }
        if let failure { throw failure }
    }
}
