internal import Logging
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// Detects outputs that are deleted or moved away, so that they are written again before the next scan finds them missing, or the
/// journal notes that they stay away (`deleted-outputs`).
///
/// This is best effort: without watches, or if originals are moved or deleted, only the scan finds them.
actor DeletedOutputs {
    private let folder: DropFolder
    private let journal: Journal
    private let intake: FolderIntake
    private let log: DaemonLog
    private var removed: Set<RawPath> = []
    private var isScanDue = false
    private var isWaiting = false

    /// The delay before outputs are written again, so as not to race a user who clears the output folder and the source.
    private static let quiet = Duration.seconds(3)
    /// How long to wait before trying again if no watches are left.
    private static let pause = Duration.seconds(60)
    /// The most removals to look up one by one; beyond that, a scan is quicker.
    private static let most = 4_096

    init(_ folder: DropFolder, journal: Journal, intake: FolderIntake, log: DaemonLog) {
        self.folder = folder
        self.journal = journal
        self.intake = intake
        self.log = log
    }

    /// Whether a folder's outputs can be watched for removal.
    static func canWatch(_ folder: DropFolder) -> Bool {
        guard folder.configuration.originals == .keep, folder.configuration.backend != .poll else { return false }
        do { return try !OpenFolder(folder.output).fileSystemType().needsPolling } catch { return false }
    }

    /// Watches until the task is cancelled. If no watches are left, it tries again later.
    func run() async {
        let source = InotifySource(WatchedFolder(path: folder.output), noticing: .removals)
        while !Task.isCancelled {
            _ = await source.run { events in await self.handle(events) }
            do { try await Task.sleep(for: Self.pause) } catch { return }
        }
    }

    private func handle(_ events: [SourceEvent]) async {
        for event in events {
            switch event {
            case .removed(let path): removed.insert(folder.output.appending(path))
            case .overflow: isScanDue = true
            case .watching: log.limited("outputs", .debug, "\(folder.output) is watched for removed outputs")
            case .found, .ignored, .failed, .lost, .scanned, .rights: break
            }
        }
        if removed.count > Self.most { (removed, isScanDue) = ([], true) }
        guard !isWaiting, isScanDue || !removed.isEmpty else { return }
        isWaiting = true
        Task { await self.look() }
    }

    private func look() async {
        do { try await Task.sleep(for: Self.quiet) } catch { return }
        let (outputs, scans) = (removed, isScanDue)
        (removed, isScanDue, isWaiting) = ([], false, false)
        if scans { return await intake.scanSoon() }
        var sources: [RawPath] = []
        for output in outputs {
            do throws(JournalError) {
                for record in try await journal.records(withOutput: output) where record.folder == folder.source {
                    if let path = record.source.relative(to: folder.source) { sources.append(path) }
                }
            } catch {
                // The next scan finds them.
                continue
            }
        }
        guard !sources.isEmpty else { return }
        guard folder.configuration.deletedOutputs == .respect else { return await intake.look(at: sources) }
        await record(sources.map { folder.source.appending($0) })
    }

    /// Notes those of some sources whose outputs are still away.
    private func record(_ sources: [RawPath]) async {
        do throws(JournalError) {
            let records = try await journal.records(of: sources).compactMap(\.self)
            let folder = folder
            let gone = await offTheCooperativePool { records.filter { folder.respectsDeletion(of: $0) }.map(\.source) }
            guard !gone.isEmpty else { return }
            try await journal.noteDeletion(of: gone, DropFolder.deletion)
            log.limited(
                "deleted outputs", .notice,
                "\(folder.output): \(gone.count) outputs were deleted, and stay away (deleted-outputs)")
        } catch {
            // A scan or a run notes them.
        }
    }
}
