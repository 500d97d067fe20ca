internal import UprightFiles
internal import UprightJournal

/// Counts what a run finds and does, and reports it, one event at a time.
actor RunProgress {
    private let handle: @Sendable (DropFolderRun.Event) async -> Void
    private(set) var summary = RunSummary()
    private var files = 0
    private var bytes = 0
    /// Companions that wait until all pictures are done, each with its folder.
    private(set) var companions: [(folder: DropFolder, relative: RawPath, status: FileStatus)] = []
    private var reported: Set<RawPath> = []

    init(_ handle: @escaping @Sendable (DropFolderRun.Event) async -> Void) { self.handle = handle }

    func found(_ statuses: [FileStatus]) async {
        files += statuses.count
        bytes += statuses.reduce(0) { $0 + $1.size }
        await handle(.found(files: files, bytes: bytes, isComplete: false))
    }

    func foundAll() async { await handle(.found(files: files, bytes: bytes, isComplete: true)) }

    func finished(_ results: [PictureResult]) async {
        for (index, result) in results.enumerated() {
            // A companion of two pictures is reported once.
            if index > 0, !reported.insert(result.record.source).inserted { continue }
            summary.add(result.report)
            await handle(.finished(result))
        }
    }

    func putOff(_ folder: DropFolder, _ relative: RawPath, _ status: FileStatus) {
        companions.append((folder, relative, status))
    }

    func isReported(_ source: RawPath) -> Bool { reported.contains(source) }
}
