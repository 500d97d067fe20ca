internal import Foundation
internal import Synchronization
internal import TestSupport
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles
internal import UprightSteps

/// A drop folder with a configuration, for tests of steps.
final class StepBench: Sendable {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try FileManager.default.createDirectory(at: scratch["drop"], withIntermediateDirectories: true)
    }

    /// A sideways picture with metadata set as `upright tag --set` does.
    static func picture(_ values: [String: String] = [:], seed: UInt8 = 0) throws -> [UInt8] {
        guard let fixture = Fixture.named("samples/orientation-6.jpg") else { throw CocoaError(.fileNoSuchFile) }
        var edits = try values.sorted { $0.key < $1.key }.map { try MetadataEdit.set($0.key, to: [$0.value]) }
        // Pictures that look the same are different files.
        if seed > 0 { edits.append(try .set("IFD0:HostComputer", to: ["picture \(seed)"])) }
        return try MetadataEditor(edits).edited(fixture.content()).bytes
    }

    func properties(of path: String) throws -> ImageProperties? {
        try scratch.bytes(of: path).map { try ImageProperties(reading: $0) }
    }

    /// The files below the output folder, in order.
    var outputs: [String] { files(below: "out") }

    func files(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: scratch[folder].path())?.allObjects as? [String] ?? []).filter {
            !$0.hasPrefix(".") && !$0.contains("/.") && !isFolder(scratch["\(folder)/\($0)"])
        }.sorted()
    }

    private func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path(), isDirectory: &isFolder) && isFolder.boolValue
    }

    func configuration(_ steps: String, folder: String = "output: out") throws -> Configuration {
        let text = """
            folders: [{source: drop, \(folder), settle: 600s}]
            state: state
            jobs: 4
            steps:
              - orient
              \(steps.split(separator: "\n").joined(separator: "\n  "))
            """
        return try Configuration(
            parsing: Array(text.utf8), file: "c.yaml", folder: scratch.path, steps: .standard)
    }

    /// One pass over the drop folder.
    ///
    /// - Parameters:
    ///   - hasJournal: whether what an earlier pass recorded is known.
    ///   - isChanged: whether what other settings made is made again.
    @discardableResult
    func pass(
        _ steps: String, folder: String = "output: out", hasJournal: Bool = true, isChanged: Bool = false,
        force: Bool = false, isDryRun: Bool = false, durability: any Durability = KernelDurability()
    ) async throws -> [String: FileReport] {
        let configuration = try configuration(steps, folder: folder)
        let processor = InProcessProcessor()
        let state = RawPath(hasJournal ? configuration.state : scratch["other-state-\(UUID())"].path())
        let journal = try Journal.open(in: state).journal
        var engine = PictureEngine(
            processor: processor, jobs: 4, version: "1", durability: durability, history: journal)
        (engine.force, engine.isDryRun) = (force, isDryRun)
        engine.steps = try await PreparedSteps(configuration.stepEnvironment(reader: processor.reader))
        var selection = DropFolderRun.Selection()
        selection.changed = isChanged
        let run = DropFolderRun(configuration: configuration, selection: selection, engine: engine)
        let all = Mutex<[FileReport]>([])
        _ = try await run.run { event in
            if case .finished(let result) = event { all.withLock { $0.append(result.report) } }
        }
        let start = scratch["drop"].path().count + 1
        return all.withLock { reports in
            Dictionary(reports.map { (String($0.source.dropFirst(start)), $0) }) { first, _ in first }
        }
    }
}
