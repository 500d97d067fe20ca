internal import Glibc

/// Reports events from the kernel's notifications (inotify): for local file systems.
///
/// Folders are watched, not files. A folder is watched first and read afterwards, so that no file is missed in between;
/// a file that is seen twice is reported twice.
package struct InotifySource: EventSource {
    /// The events to report.
    package enum Subject: Sendable {
        /// New and changed files.
        case arrivals
        /// Removed files: `removed` for each name, `overflow` if only a scan can find them.
        case removals
    }

    private let folder: WatchedFolder
    private let subject: Subject
    /// How long to wait before looking for a lost folder again.
    private let pause: Duration
    private let evidence: WriterEvidence?

    /// Creates a source for a folder.
    ///
    /// - Parameter evidence: learns what the notifications say about the writers of files.
    package init(
        _ folder: WatchedFolder, noticing subject: Subject = .arrivals, pause: Duration = .seconds(1),
        evidence: WriterEvidence? = nil
    ) {
        self.evidence = evidence
        self.folder = folder
        self.subject = subject
        self.pause = pause
    }

    /// Watches the folder. A folder that disappears and returns is watched again.
    ///
    /// - Returns: the error if the system has no watches (`ENOSPC`) or no instances (`EMFILE`) left.
    package func run(_ tell: @escaping @Sendable ([SourceEvent]) async -> Void) async -> FileError? {
        var isLost = false
        while !Task.isCancelled {
            // Without notifications, what they have said is no longer true.
            defer { evidence?.lost() }
            do throws(FileError) {
                let folder = folder
                let root = try await offTheCooperativePool { () throws(FileError) in try OpenFolder(folder.path) }
                let watch = try InotifyWatch(folder, root, noticing: subject, evidence: evidence)
                isLost = false
                try await follow(watch, tell)
            } catch {
                if error.operation == .watch, let code = error.code, [ENOSPC, EMFILE, ENOMEM, ENOSYS].contains(code) {
                    return error
                }
                if !isLost { await tell([.lost(error)]) }
                isLost = true
            }
            guard !Task.isCancelled else { return nil }
            do { try await Task.sleep(for: pause) } catch { return nil }
        }
        return nil
    }

    /// Reads the whole folder and reports the kernel's notifications, until the folder is lost.
    private func follow(
        _ watch: InotifyWatch, _ tell: @escaping @Sendable ([SourceEvent]) async -> Void
    ) async throws(FileError) {
        // Read notifications during the first scan; otherwise the kernel's queue would overflow with a large folder.
        let scan = Task { () -> FileError? in
            let failure = await watch.scan(from: RawPath(""), tell)
            // The read below waits for notifications otherwise.
            if failure == nil { await tell([.watching]) } else { watch.wake() }
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
