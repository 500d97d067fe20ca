internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightEngine
internal import UprightSteps

/// With `duplicates: skip`, a folder delivers each picture once, whatever the orientation and the metadata of its files.
@Suite("Duplicates") struct DuplicatesTests {
    private static let skipping = "output: out, duplicates: skip"

    /// Files that show the same: sideways, with other metadata, and the upright output of the first.
    private func bench() async throws -> StepBench {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(seed: 1), to: "drop/a.jpg")
        try await bench.pass("- strip: {profile: location}")
        let upright = try #require(bench.scratch.bytes(of: "out/a.jpg"))
        try FileManager.default.removeItem(at: bench.scratch["out"])
        try FileManager.default.removeItem(at: bench.scratch["state"])
        try bench.scratch.write(StepBench.picture(["IFD0:Artist": "Ada"]), to: "drop/b.jpg")
        try bench.scratch.write(Array(upright), to: "drop/c.jpg")
        return bench
    }

    @Test("one of several is delivered, and the others say which", arguments: [true, false])
    func skips(hasJournal: Bool) async throws {
        let bench = try await bench()
        let reports = try await bench.pass(
            "- strip: {profile: location}", folder: Self.skipping, hasJournal: hasJournal)
        #expect(bench.outputs.count == 1, "\(bench.outputs)")
        let skipped = reports.values.filter { $0.outcome == .ignored }
        #expect(skipped.count == 2 && skipped.allSatisfy { $0.reason.contains("shows the same as") })
        #expect(Set(reports.values.map(\.pictureDigest)).count == 1 && reports["a.jpg"]?.pictureDigest != nil)
        #expect(bench.files(below: "drop") == ["a.jpg", "b.jpg", "c.jpg"])
        // The one that was delivered is current, and no other takes its place.
        let outputs = bench.outputs
        try await bench.pass("- strip: {profile: location}", folder: Self.skipping, hasJournal: hasJournal)
        #expect(bench.outputs == outputs || !hasJournal)
    }

    @Test("a picture that shows something else is delivered, and without the key, all are")
    func keeps() async throws {
        let bench = try await bench()
        try bench.scratch.write(
            try #require(Fixture.named("samples/orientation-1.jpg")).content(), to: "drop/d.jpg")
        let reports = try await bench.pass("- strip: {profile: location}", folder: "output: all")
        #expect(bench.files(below: "all").count == 4 && reports["a.jpg"]?.pictureDigest == nil)
    }

    @Test("if the output is gone, the next one is delivered")
    func again() async throws {
        let bench = try await bench()
        try await bench.pass("- strip: {profile: location}", folder: Self.skipping)
        let first = try #require(bench.outputs.first)
        try FileManager.default.removeItem(at: bench.scratch["drop/\(first)"])
        try FileManager.default.removeItem(at: bench.scratch["out/\(first)"])
        for name in bench.files(below: "drop") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: bench.scratch["drop/\(name)"].path())
        }
        try await bench.pass("- strip: {profile: location}", folder: Self.skipping)
        #expect(bench.outputs.count == 1 && bench.outputs.first != first)
    }
}
