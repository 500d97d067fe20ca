internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightFiles
internal import UprightRewriting

/// `upright reprocess` and `upright watch` end with the same files and the same journal, with each `others` and `originals`.
@Suite("Equal results", .timeLimit(.minutes(5)))
struct EqualResultTests {
    private static let settings = ["leave", "copy", "move"].flatMap { others in
        ["keep", "move", "delete"].map { (others, $0) }
    }

    /// A drop folder with its surroundings.
    private struct Case {
        let scratch: TemporaryFolder
        let configuration: String

        init(_ others: String, _ originals: String) throws {
            scratch = try TemporaryFolder()
            configuration = scratch["pipeline.yaml"].path()
            let folder = originals == "move" ? "\n    originals-folder: ./originals" : ""
            try scratch.write(
                """
                folders:
                  - source: ./drop
                    output: ./out
                    settle: 100ms
                    retire-after: 200ms
                    scan-interval: 1s
                    others: \(others)
                    originals: \(originals)\(folder)
                state: ./state
                sandbox: best-effort
                """, to: "pipeline.yaml")
            try FileManager.default.createDirectory(at: scratch["drop"], withIntermediateDirectories: true)
        }

        /// Drops shots of all kinds, and files that belong to none.
        func drop(slowly: Bool) async throws {
            for (name, bytes) in try EqualResultTests.files() {
                try scratch.write(bytes, to: "drop/" + name)
                if slowly { try await Task.sleep(for: .milliseconds(20)) }
            }
        }

        var journal: Journal { get throws { try Journal.openExisting(in: RawPath(scratch["state"].path())) } }

        /// All rows, with what time and order do not decide.
        func rows() async throws -> [String: String] {
            var rows: [String: String] = [:]
            for record in try await journal.page(limit: 1_000).records {
                func below(_ path: RawPath?) -> String {
                    path?.description.replacingOccurrences(of: scratch.path, with: "") ?? "none"
                }
                func text(_ digest: [UInt8]?) -> String { digest.map { "\($0.prefix(4))" } ?? "none" }
                let outcome = record.outcome == .current ? .unchanged : record.outcome
                rows[below(record.source)] =
                    "\(record.state) \(outcome?.rawValue ?? "none") (\(record.reason)) \(record.type) "
                    + "orientation \(record.orientation ?? 0), source \(text(record.sourceSHA256)), output \(below(record.output)) "
                    + "\(text(record.outputSHA256)) \(record.outputSize ?? 0), incomplete \(record.isIncomplete), companion "
                    + "\(record.isCompanion) of \(below(record.picture)) \(text(record.pictureSHA256)), other \(record.isUnsupported), "
                    + "identifier \(record.contentIdentifier ?? "none"), original \(record.original) (\(record.originalReason))"
            }
            return rows
        }

        /// The files in all folders, with their digests' beginnings.
        var tree: [String: Int] {
            Dictionary(
                uniqueKeysWithValues: scratch.files.filter { name in
                    ["drop/", "out/", "originals/"].contains { name.hasPrefix($0) } && !name.hasSuffix(".upright")
                }.map { ($0, scratch.bytes(of: $0)?.count ?? -1) })
        }

        func run(_ arguments: [String]) throws -> Command {
            try Command.run(
                Command.built("upright").path(), arguments + ["--config", configuration], in: scratch.url)
        }
    }

    private static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>
        """

    private static func files() throws -> [(String, [UInt8])] {
        func fixture(_ name: String) throws -> [UInt8] {
            Array(try #require(Fixture.named("samples/" + name)).content())
        }
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        let video = LivePhoto.video("other")
        let raw: [UInt8] = bytes("II*\0") + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let (six, palette) = (try fixture("orientation-6.jpg"), try fixture("palette.png"))
        let sidecar = bytes(xmp)
        var files: [(String, [UInt8])] = []
        func add(_ name: String, _ content: [UInt8]) { files.append((name, content)) }
        add("plain.jpg", try fixture("orientation-3.jpg"))
        add("plain.png", palette)
        add("raw.NEF", raw)
        add("raw.xmp", sidecar)
        add("raw.jpg", six)
        add("raw.NEF.pp3", bytes("[Version]\n"))
        add("in/side.jpg", six)
        add("in/side.jpg.xmp", sidecar)
        add("in/side.AAE", bytes("<plist><dict/></plist>"))
        add("take.jpg.supplemental-metadata.json", bytes("{}"))
        add("take.jpg", six)
        add("live.mov", LivePhoto.video("identifier-1"))
        add("live.jpg", try LivePhoto.picture("identifier-1"))
        add("far.jpg", try LivePhoto.picture("identifier-2"))
        add("IMG_7.mov", LivePhoto.video("identifier-2"))
        add("wrong.jpg", try LivePhoto.picture("identifier-3"))
        add("wrong.mov", video)
        add("PXL_1.MP.jpg", six)
        add("PXL_1.MP", video)
        add("alone.mp4", video)
        add("alone.NEF", raw)
        add("alone.xmp", sidecar)
        add("text.txt", bytes("text\n"))
        add("paper.pdf", bytes("%PDF-1.4\n%%EOF\n"))
        add("really.mov", try fixture("orientation-8.jpg"))
        add("damaged.jpg", bytes("no picture"))
        add("damaged.xmp", sidecar)
        return files
    }

    /// Runs `reprocess` until it changes nothing more.
    private func reprocessed(_ others: String, _ originals: String) async throws -> Case {
        let one = try Case(others, originals)
        try await one.drop(slowly: false)
        var before: [String: String] = [:]
        for _ in 0..<8 {
            try await Task.sleep(for: .milliseconds(300))
            _ = try one.run(["reprocess", "--quiet"])
            let rows = try await one.rows()
            if rows == before { break }
            before = rows
        }
        return one
    }

    /// Runs the daemon until its result is as expected, or does not change any more.
    private func watched(_ others: String, _ originals: String, _ expected: Case, slowly: Bool) async throws -> Case {
        let one = try Case(others, originals)
        if !slowly { try await one.drop(slowly: false) }
        let daemon = try ChildProcess(Command.built("upright").path(), ["watch", "--config", one.configuration])
        if slowly { try await one.drop(slowly: true) }
        let rows = try await expected.rows()
        let end = Date(timeIntervalSinceNow: 60)
        while Date() < end {
            try await Task.sleep(for: .milliseconds(500))
            // Until it has made its journal, there is nothing to compare.
            guard FileManager.default.fileExists(atPath: one.scratch["state/journal.sqlite"].path()) else { continue }
            if one.tree == expected.tree, try await one.rows() == rows { break }
        }
        daemon.signal(SIGTERM)
        #expect(daemon.wait() == 0)
        return one
    }

    @Test("a run and the daemon end with the same files and rows")
    func equal() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, (others, originals)) in Self.settings.enumerated() {
                group.addTask {
                    let one = try await reprocessed(others, originals)
                    let other = try await watched(others, originals, one, slowly: index % 2 == 1)
                    let (first, second) = (one.tree, other.tree)
                    let different = Set(first.keys).symmetricDifference(second.keys).sorted()
                    #expect(different.isEmpty, "\(others), \(originals)")
                    #expect(first == second, "\(others), \(originals)")
                    let (rows, others2) = (try await one.rows(), try await other.rows())
                    #expect(Set(rows.keys).symmetricDifference(others2.keys).isEmpty, "\(others), \(originals)")
                    for (source, row) in rows.sorted(by: { $0.key < $1.key }) {
                        #expect(others2[source] == row, "\(others), \(originals): \(source)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
