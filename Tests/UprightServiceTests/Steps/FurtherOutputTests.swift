internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// Further outputs (`folders[].outputs`): made from the first, delivered with it or not at all.
@Suite struct FurtherOutputTests {
    private static let folder = """
        outputs: [{path: out}, {path: public, steps: [{set: {values: ["IFD0:Artist=Ann"]}}, {strip: {profile: location}}]}]
        """

    private func bench() throws -> StepBench {
        let bench = try StepBench()
        for (index, name) in ["a.jpg", "x/b.jpg"].enumerated() {
            try bench.scratch.write(
                StepBench.picture(
                    ["GPS:GPSMapDatum": "WGS-84", "ExifIFD:DateTimeOriginal": "2023:05:06 07:08:09"],
                    seed: UInt8(index + 1)),
                to: "drop/\(name)")
        }
        return bench
    }

    @Test("The archive has everything, the public folder is stripped, and the record knows both")
    func both() async throws {
        let bench = try bench()
        let reports = try await bench.pass("- set: {}", folder: Self.folder)
        #expect(reports.values.allSatisfy { $0.outcome == .normalized }, "\(reports)")
        #expect(bench.outputs == ["a.jpg", "x/b.jpg"] && bench.files(below: "public") == bench.outputs)
        for name in bench.outputs {
            let (archive, stripped) = (
                try bench.properties(of: "out/\(name)"), try bench.properties(of: "public/\(name)")
            )
            #expect(archive?.gps != nil && archive?.tiff.artist == nil && stripped?.tiff.artist == "Ann")
            #expect(
                stripped?.gps == nil && stripped?.exifMetadata?[.primary, 0x0112] != .short([6])
                    && archive?.size == stripped?.size)
        }
        #expect(reports["a.jpg"]?.copies == [bench.scratch["public/a.jpg"].path()])
        let again = try await bench.pass("- set: {}", folder: Self.folder)
        #expect(again.values.allSatisfy { $0.outcome == .current })
    }

    @Test("What a kill between two outputs leaves is completed, with and without the journal")
    func kills() async throws {
        for hasJournal in [true, false] {
            for lost in ["out/a.jpg", "public/a.jpg"] {
                let bench = try bench()
                let folder = Self.folder + ", deleted-outputs: restore"
                try await bench.pass("- set: {}", folder: folder)
                let (first, further) = (bench.scratch.bytes(of: "out/a.jpg"), bench.scratch.bytes(of: "public/a.jpg"))
                try FileManager.default.removeItem(at: bench.scratch[lost])
                try await bench.pass("- set: {}", folder: folder, hasJournal: hasJournal)
                #expect(
                    bench.scratch.bytes(of: "out/a.jpg") == first && bench.scratch.bytes(of: "public/a.jpg") == further)
                #expect(bench.outputs.count == 2 && bench.files(below: "public").count == 2, "\(lost)")
            }
        }
    }

    @Test("If a further output cannot be made, nothing is delivered")
    func allOrNone() async throws {
        let bench = try bench()
        try bench.scratch.write("no folder", to: "public/x")
        let reports = try await bench.pass("- set: {}", folder: Self.folder)
        #expect(reports["a.jpg"]?.outcome == .normalized && reports["x/b.jpg"]?.output == nil, "\(reports)")
        #expect(reports["x/b.jpg"]?.reason.contains("public") == true)
        #expect(bench.outputs == ["a.jpg"])
    }

    @Test("If a further output's name is taken, all outputs get the next number, and keep it")
    func taken() async throws {
        let bench = try bench()
        try bench.scratch.write("another file", to: "public/a.jpg")
        for outcome in [Outcome.normalized, .current] {
            let reports = try await bench.pass("- set: {}", folder: Self.folder)
            #expect(reports["a.jpg"]?.outcome == outcome, "\(reports)")
            #expect(bench.outputs == ["a-2.jpg", "x/b.jpg"])
            #expect(bench.files(below: "public") == ["a-2.jpg", "a.jpg", "x/b.jpg"])
            #expect(bench.scratch.bytes(of: "public/a.jpg") == Array("another file".utf8))
        }
    }

    @Test("Other steps of a further output make it again; one that a user has edited stays")
    func changes() async throws {
        let bench = try bench()
        try await bench.pass("- set: {}", folder: Self.folder)
        try bench.scratch.write("edited", to: "public/x/b.jpg")
        let changed = Self.folder.replacing("Ann", with: "Bob")
        let reports = try await bench.pass("- set: {}", folder: changed, isChanged: true)
        #expect(try bench.properties(of: "public/a.jpg")?.tiff.artist == "Bob")
        #expect(reports["x/b.jpg"]?.outcome == .rejected, "\(reports)")
        #expect(bench.scratch.bytes(of: "public/x/b.jpg") == Array("edited".utf8))
    }

    @Test("A refusal forgets no output that was delivered before")
    func refusal() async throws {
        let bench = try bench()
        try await bench.pass("- set: {}", folder: Self.folder)
        let source = bench.scratch["drop/a.jpg"]
        let whole = try Data(contentsOf: source)
        try bench.scratch.write("no picture any more", to: "drop/a.jpg")
        let refused = try await bench.pass("- set: {}", folder: Self.folder)
        #expect(refused["a.jpg"]?.outcome == .rejected || refused["a.jpg"]?.outcome == .ignored, "\(refused)")
        let record = try await Journal.open(in: RawPath(bench.scratch["state"].path())).journal
            .record(of: RawPath(source.path()))
        #expect(
            record?.output != nil && record?.copies.map(\.output.description) == [bench.scratch["public/a.jpg"].path()])
        // What it knows to be its own it may replace.
        try whole.write(to: source)
        try bench.scratch.write(try StepBench.picture(seed: 9), to: "drop/a.jpg")
        let folder = Self.folder + ", on-change: replace"
        let replaced = try await bench.pass("- set: {}", folder: folder)
        #expect(replaced["a.jpg"]?.outcome == .normalized, "\(replaced)")
    }

    @Test("Originals leave only when all outputs are there")
    func originals() async throws {
        let bench = try bench()
        let folder = Self.folder + ", originals: delete, retire-after: 0s"
        try bench.scratch.write("no folder", to: "public/x")
        try await bench.pass("- set: {}", folder: folder)
        #expect(bench.files(below: "drop") == ["x/b.jpg"])
    }

    @Test("Copies follow the path of the first output")
    func renamed() async throws {
        let bench = try bench()
        try await bench.pass("- rename: {path: \"{date:%Y}/p\"}", folder: Self.folder)
        #expect(bench.outputs == ["2023/p-2.jpg", "2023/p.jpg"] && bench.files(below: "public") == bench.outputs)
    }

    @Test(
        "Outputs that cannot be are refused",
        arguments: [
            "outputs: [{path: out, steps: [strip]}]", "outputs: [{path: out}, {path: out}]",
            "output: out, outputs: [{path: a}]",
            "outputs: [{path: out}, {path: drop/in}]", "outputs: [{path: out}, {path: p, steps: [orient]}]",
        ])
    func refused(folder: String) throws {
        #expect(throws: (any Error).self) { _ = try StepBench().configuration("- set: {}", folder: folder) }
    }
}
