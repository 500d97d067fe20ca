internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// The step `rename`: outputs get their paths from what is known of a picture, and keep one output each.
@Suite struct RenameStepTests {
    private func put(_ bench: StepBench, _ name: String, _ date: String?, seed: UInt8) throws {
        try bench.scratch.write(
            StepBench.picture(date.map { ["ExifIFD:DateTimeOriginal": $0] } ?? [:], seed: seed), to: "drop/\(name)")
    }

    private func bench() throws -> StepBench {
        let bench = try StepBench()
        try put(bench, "a/IMG_1.jpg", "2023:05:06 07:08:09", seed: 1)
        try put(bench, "b/IMG_1.jpg", "2023:05:31 07:08:09", seed: 2)
        try put(bench, "c/IMG_1.jpg", "2023:05:07 07:08:09", seed: 3)
        try put(bench, "IMG_2.jpg", nil, seed: 4)
        return bench
    }

    private static let byMonth = "- rename: {path: \"{date:%Y/%m}/{name}\", unknown: undated}"
    private static let tree = ["2023/05/IMG_1-2.jpg", "2023/05/IMG_1-3.jpg", "2023/05/IMG_1.jpg", "undated/IMG_2.jpg"]

    /// The outputs by their sources.
    private func places(_ reports: [String: FileReport], _ bench: StepBench) -> [String: String] {
        reports.compactMapValues { $0.output.map { String($0.dropFirst(bench.scratch["out"].path().count + 1)) } }
    }

    @Test("Outputs go where the template says; collisions get the same numbers in every run")
    func collisions() async throws {
        let bench = try bench()
        let first = places(try await bench.pass(Self.byMonth), bench)
        #expect(bench.outputs == Self.tree && Set(first.values) == Set(Self.tree))
        for round in 0..<4 {
            // Anew, over the outputs without the journal, and with it.
            if round.isMultiple(of: 2) { try FileManager.default.removeItem(at: bench.scratch["out"]) }
            let again = places(try await bench.pass(Self.byMonth, hasJournal: round == 3), bench)
            #expect(bench.outputs == Self.tree && again == first, "round \(round): \(again)")
        }
        let forced = places(try await bench.pass(Self.byMonth, hasJournal: false, force: true), bench)
        #expect(bench.outputs == Self.tree && forced == first)
    }

    @Test("A name that would be too long for the file system is cut, and keeps its number and its extension")
    func longNames() async throws {
        let bench = try StepBench()
        let stem = String(repeating: "ä", count: 100)
        for (seed, folder) in ["a", "b"].enumerated() {
            try put(bench, "\(folder)/\(stem).jpg", "2023:05:06 07:08:09", seed: UInt8(seed + 1))
        }
        let reports = try await bench.pass("- rename: {path: \"{name}{name}\"}")
        #expect(reports.values.allSatisfy { $0.outcome == .normalized }, "\(reports)")
        #expect(bench.outputs.map(\.utf8.count) == [236, 234] && bench.outputs.allSatisfy { $0.hasSuffix(".jpg") })
    }

    @Test("A dry run shows the tree, and writes nothing")
    func dryRun() async throws {
        let bench = try bench()
        let shown = places(try await bench.pass(Self.byMonth, isDryRun: true), bench)
        #expect(bench.outputs.isEmpty && Set(shown.values) == Set(Self.tree), "\(shown)")
    }

    @Test("With another template outputs are moved, not doubled; unchanged ones stay until then")
    func changedTemplate() async throws {
        let bench = try bench()
        try await bench.pass(Self.byMonth)
        let bytes = try #require(bench.scratch.bytes(of: "out/2023/05/IMG_1-2.jpg"))
        let byDay = "- rename: {path: \"{date:%Y-%m-%d}/{name}\", unknown: undated}"
        let kept = try await bench.pass(byDay)
        #expect(kept.values.allSatisfy { $0.outcome == .current } && bench.outputs == Self.tree)
        let moved = try await bench.pass(byDay, isChanged: true)
        #expect(moved.values.allSatisfy { $0.outcome == .current }, "\(moved)")
        #expect(
            bench.outputs == [
                "2023-05-06/IMG_1.jpg", "2023-05-07/IMG_1.jpg", "2023-05-31/IMG_1.jpg", "undated/IMG_2.jpg",
            ])
        #expect(["06", "07", "31"].contains { bench.scratch.bytes(of: "out/2023-05-\($0)/IMG_1.jpg") == bytes })
        // Without the step they go back to the paths of their sources.
        try await bench.pass("- set: {}", isChanged: true)
        #expect(bench.outputs == ["IMG_2.jpg", "a/IMG_1.jpg", "b/IMG_1.jpg", "c/IMG_1.jpg"])
    }

    @Test("An output that a user has edited stays where it is, and is not doubled")
    func editedOutput() async throws {
        let bench = try StepBench()
        try put(bench, "a.jpg", "2023:05:06 07:08:09", seed: 1)
        try await bench.pass(Self.byMonth)
        try bench.scratch.write("edited", to: "out/2023/05/a.jpg")
        let report = try await bench.pass("- rename: {path: \"{date:%Y}/{name}\"}", isChanged: true)["a.jpg"]
        #expect(report?.outcome == .rejected && report?.reason.contains("was changed by another program") == true)
        #expect(bench.outputs == ["2023/05/a.jpg"])
        #expect(bench.scratch.bytes(of: "out/2023/05/a.jpg") == Array("edited".utf8))
    }

    @Test("A sidecar that a user has edited goes along with its picture")
    func editedSidecar() async throws {
        let bench = try StepBench()
        try put(bench, "a.jpg", "2023:05:06 07:08:09", seed: 1)
        try bench.scratch.write("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", to: "drop/a.xmp")
        try await bench.pass(Self.byMonth)
        try bench.scratch.write("edited", to: "out/2023/05/a.xmp")
        for _ in 0..<2 {
            try await bench.pass("- rename: {path: \"{date:%Y}/{name}\"}", isChanged: true)
            #expect(bench.outputs == ["2023/a.jpg", "2023/a.xmp"])
            #expect(bench.scratch.bytes(of: "out/2023/a.xmp") == Array("edited".utf8))
        }
    }

    @Test("A move that a kill interrupted before it was recorded is completed, not doubled")
    func interruptedMove() async throws {
        let bench = try StepBench()
        try put(bench, "a.jpg", "2023:05:06 07:08:09", seed: 1)
        try await bench.pass(Self.byMonth)
        let target = bench.scratch["out/2023/a.jpg"]
        try FileManager.default.moveItem(at: bench.scratch["out/2023/05/a.jpg"], to: target)
        let steps = "- set: {values: [\"IFD0:Artist=Ann\"]}\n- rename: {path: \"{date:%Y}/{name}\"}"
        let report = try #require(try await bench.pass(steps, isChanged: true)["a.jpg"])
        #expect(report.outcome == .normalized, "\(report)")
        #expect(bench.outputs == ["2023/a.jpg"])
        #expect(try bench.properties(of: "out/2023/a.jpg")?.tiff.artist == "Ann")
    }

    @Test("The whole shot follows, also a member that comes later")
    func shot() async throws {
        let bench = try StepBench()
        try put(bench, "x/a.jpg", "2023:05:06 07:08:09", seed: 1)
        try put(bench, "y/a.jpg", "2023:05:06 07:08:09", seed: 2)
        for folder in ["x", "y"] {
            try bench.scratch.write("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", to: "drop/\(folder)/a.jpg.xmp")
        }
        let month = try await bench.pass(Self.byMonth)
        #expect(
            bench.outputs == [
                "2023/05/a-2.jpg", "2023/05/a-2.jpg.xmp", "2023/05/a.jpg", "2023/05/a.jpg.xmp",
            ], "\(month)")
        try bench.scratch.write(#"{"title": "a.jpg"}"#, to: "drop/y/a.jpg.json")
        try await bench.pass(Self.byMonth)
        let number = month["y/a.jpg"]?.output?.hasSuffix("a-2.jpg") == true ? "-2" : ""
        #expect(bench.outputs.contains("2023/05/a\(number).jpg.json"), "\(bench.outputs)")
    }

    @Test("Names are safe: separators, hidden names and what leads out of the folder")
    func safeNames() async throws {
        let bench = try StepBench()
        try bench.scratch.write(
            StepBench.picture(["IFD0:Model": "../../x/y\u{7}", "IFD0:Make": ".hidden"]), to: "drop/a.jpg")
        try await bench.pass("- rename: {path: \"{make}/{model}/{name}-{digest:6}-{sequence:3}\"}")
        #expect(bench.outputs.count == 1)
        let parts = bench.outputs.first?.split(separator: "/").map(String.init) ?? []
        #expect(parts.count == 3 && parts[0] == "_hidden" && parts[1] == "_._.._x_y_", "\(parts)")
        #expect(parts.last?.hasSuffix("-001.jpg") == true && parts.last?.count == "a-123456-001.jpg".count)
    }

    @Test(
        "Templates that cannot be paths are refused",
        arguments: [
            "/a/{name}", "../{name}", "{what}", "a//{name}", "{name", "{name}.{ext}", "{sequence}/{name}", "{date:%Q}",
        ])
    func refused(path: String) throws {
        #expect(throws: (any Error).self) { _ = try StepBench().configuration("- rename: {path: \"\(path)\"}") }
    }
}
