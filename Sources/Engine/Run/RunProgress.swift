internal import UprightFiles

/// Counts what a run finds and does, and reports it, one event at a time.
actor RunProgress {
    private let handle: @Sendable (DropFolderRun.Event) async -> Void
    private(set) var summary = RunSummary()
    private var files = 0
    private var bytes = 0
    /// Companions that wait until all pictures are done, each with its folder, and with its picture's record if that was
    /// delivered.
    private(set) var companions: [PutOffCompanion] = []
    /// The folder of the last of them, which is likely to be that of the next.
    private var folder: Shared<DropFolder>?
    private var reported: Set<RawPath> = []

    init(_ handle: @escaping @Sendable (DropFolderRun.Event) async -> Void) { self.handle = handle }

    func add(_ statuses: [FileStatus]) async {
        files += statuses.count
        bytes += statuses.reduce(0) { $0 + $1.size }
        await handle(.found(files: files, bytes: bytes, isComplete: false))
    }

    func foundAll() async { await handle(.found(files: files, bytes: bytes, isComplete: true)) }

    func finished(_ results: [PictureResult]) async {
        for (index, result) in results.enumerated() {
            // A companion of two pictures is reported once.
            if index > 0, !reported.insert(result.record.source).inserted { continue }
            summary.add(result)
            await handle(.finished(result))
        }
    }

    func counted(_ files: RunSummary) async {
        guard files.files > 0 else { return }
        summary.add(files)
        await handle(.counted(files: files.files))
    }

    /// Reports the results of a picture and its companions. Companions that may have another result later are put off.
    func finished(_ results: [PictureResult], of job: PictureJob) async {
        guard let picture = results.first else { return }
        for result in results.dropFirst() where result.isTransient {
            guard let relative = result.record.source.relative(to: job.folder.source) else { continue }
            putOff(job.folder, relative, result.record.status, picture.record)
        }
        if !picture.record.isDelivered {
            for relative in picture.companions {
                putOff(job.folder, relative, picture.record.status)
            }
        }
        await finished([picture] + results.dropFirst().filter { !$0.isTransient })
    }

    /// Reports the result of a file that the run may meet again.
    func finished(once result: PictureResult) async {
        guard reported.insert(result.record.source).inserted else { return }
        summary.add(result)
        await handle(.finished(result))
    }

    func putOff(
        _ folder: DropFolder, _ relative: RawPath, _ status: FileStatus, _ picture: PictureRecord? = nil
    ) {
        if self.folder?.value != folder { self.folder = Shared(folder) }
        guard let shared = self.folder else { return }
        companions.append(
            PutOffCompanion(
                folder: shared, relative: relative, status: status, picture: picture.map { Shared($0) }))
    }

    /// Returns the candidates that have no result yet.
    func unreported(_ candidates: [Dispatcher.Candidate]) -> [Dispatcher.Candidate] {
        reported.isEmpty ? candidates : candidates.filter { !reported.contains($0.job.source) }
    }

    func isReported(_ source: RawPath) -> Bool { reported.contains(source) }
}
