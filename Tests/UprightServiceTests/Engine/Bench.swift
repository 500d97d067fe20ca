internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightFiles
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

/// A drop folder with its surroundings, for tests of the engine.
final class Bench: Sendable {
    let scratch: TemporaryFolder
    let folder: FolderConfiguration

    init(_ change: (inout FolderConfiguration, TemporaryFolder) -> Void = { _, _ in }) throws {
        scratch = try TemporaryFolder()
        for name in ["drop", "out"] {
            try FileManager.default.createDirectory(at: scratch[name], withIntermediateDirectories: true)
        }
        var folder = FolderConfiguration(source: scratch["drop"].path(), output: scratch["out"].path())
        change(&folder, scratch)
        self.folder = folder
    }

    func put(_ fixture: String, as name: String) throws {
        guard let fixture = Fixture.named(fixture) else { throw CocoaError(.fileNoSuchFile) }
        try scratch.write(fixture.content(), to: "drop/" + name)
    }

    var configuration: Configuration {
        var configuration = Configuration()
        configuration.folders = [folder]
        configuration.state = scratch["state"].path()
        configuration.retry.delay = .milliseconds(1)
        configuration.jobs = 2
        return configuration
    }

    func journal() throws -> Journal { try Journal.open(in: RawPath(configuration.state)).journal }

    /// Changes a byte of a file in the drop folder, which keeps its size and time.
    func changeUnseen(_ name: String) throws {
        let file = try OpenFolder(RawPath(folder.source)).file(RawPath(name))
        let before = try file.status()
        let handle = try FileHandle(forUpdating: scratch["drop/" + name])
        try handle.seek(toOffset: UInt64(before.size - 3))
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: UInt64(before.size - 3))
        try handle.write(contentsOf: Data([byte ^ 1]))
        try handle.close()
        try file.setModified(before.modified)
    }

    /// One pass with the journal.
    @discardableResult
    func pass(
        _ journal: Journal, selection: DropFolderRun.Selection = .init(), force: Bool = false, version: String = "1",
        processor: any PictureProcessor = InProcessProcessor(), durability: any Durability = KernelDurability()
    ) async throws -> [String: FileReport] {
        var engine = PictureEngine(
            processor: processor, jobs: 2, version: version, durability: durability, history: journal)
        engine.force = force
        let run = DropFolderRun(configuration: configuration, selection: selection, engine: engine)
        return try await reports(of: run)
    }

    /// One pass with the journal that only counts the files that are done.
    ///
    /// - Returns: the figures, and the names of the files that were reported.
    func countingPass(_ journal: Journal) async throws -> (summary: RunSummary, reported: Set<String>) {
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 2, version: "1", history: journal)
        var run = DropFolderRun(configuration: configuration, engine: engine)
        run.countsFinished = true
        let gathered = Gathered()
        let summary = try await run.run { event in
            if case .finished(let result) = event { gathered.add(result.report) }
        }
        return (
            summary, Set(gathered.reports.map { RawPath($0.source).name }.map { String(decoding: $0, as: UTF8.self) })
        )
    }

    /// One pass over paths, without a journal.
    @discardableResult
    func pass(
        paths: [String]? = nil, force: Bool = false, isDryRun: Bool = false,
        processor: any PictureProcessor = InProcessProcessor(), durability: any Durability = KernelDurability()
    ) async throws -> [String: FileReport] {
        var engine = PictureEngine(processor: processor, jobs: 2, version: "1", durability: durability)
        engine.force = force
        engine.isDryRun = isDryRun
        let run = DropFolderRun(
            paths: (paths ?? [folder.source]).map { RawPath($0) }, output: RawPath(folder.output),
            configuration: Configuration(), others: folder.others, engine: engine)
        return try await reports(of: run)
    }

    private func reports(of run: DropFolderRun) async throws -> [String: FileReport] {
        let gathered = Gathered()
        let summary = try await run.run { event in
            if case .finished(let result) = event { gathered.add(result.report) }
        }
        let reports = gathered.reports
        // Every file ends with exactly one outcome.
        guard summary.files == reports.count, Set(reports.map(\.source)).count == reports.count else {
            throw CocoaError(.coderInvalidValue)
        }
        let start = folder.source.count + 1
        return Dictionary(uniqueKeysWithValues: reports.map { (String($0.source.dropFirst(start)), $0) })
    }

    private final class Gathered: Sendable {
        private let all = Mutex<[FileReport]>([])
        func add(_ report: FileReport) { all.withLock { $0.append(report) } }
        var reports: [FileReport] { all.withLock { $0 } }
    }
}
