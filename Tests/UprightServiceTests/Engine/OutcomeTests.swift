internal import UprightConfiguration
internal import UprightBase
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightFiles
internal import Foundation
internal import UprightRewriting
internal import TestSupport
internal import Testing

@Suite("Outcomes")
struct OutcomeTests {
    @Test("each kind of file has its outcome, and outputs are complete")
    func kinds() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "turned.jpg")
        try bench.put("samples/orientation-1.jpg", as: "n/upright.jpg")
        try bench.put("samples/palette.png", as: "png.jpg")
        try bench.put("bad/empty.jpg", as: "empty.jpg")
        try bench.scratch.write([UInt8](repeating: 7, count: 99), to: "drop/noise.jpg")
        try bench.scratch.write("hello", to: "drop/hello.txt")
        try bench.scratch.write("x", to: "drop/a.part")
        try FileManager.default.createSymbolicLink(
            atPath: bench.scratch["drop/link.jpg"].path(), withDestinationPath: "turned.jpg")
        #expect(mkfifo(bench.scratch["drop/fifo.jpg"].path(), 0o600) == 0)
        let reports = try await bench.pass()
        let expected: [String: Outcome] = [
            "turned.jpg": .normalized, "n/upright.jpg": .unchanged, "png.jpg": .normalized, "empty.jpg": .rejected,
            "noise.jpg": .rejected, "hello.txt": .ignored, "a.part": .ignored, "link.jpg": .ignored,
            "fifo.jpg": .ignored,
        ]
        #expect(reports.mapValues(\.outcome) == expected)
        for (name, report) in reports where ![.normalized, .unchanged].contains(report.outcome) {
            #expect(!report.reason.isEmpty, "\(name) has a reason")
            #expect(report.output == nil)
        }
        let out = try #require(bench.scratch.bytes(of: "out/n/upright.jpg"))
        #expect(out == bench.scratch.bytes(of: "drop/n/upright.jpg"))
        #expect(reports["n/upright.jpg"]?.sha256.source == reports["n/upright.jpg"]?.sha256.output)
        #expect(bench.scratch.bytes(of: "out/png.png") != nil)
        #expect(bench.scratch.bytes(of: "out/png.jpg") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.scratch["out"].path()).count == 3)
    }

    @Test("in a second run all is current and nothing is written; in a run over the outputs all is unchanged")
    func idempotent() async throws {
        let bench = try Bench()
        for orientation in 1...8 {
            try bench.put("samples/orientation-\(orientation).jpg", as: "\(orientation).jpg")
        }
        try bench.put("samples/animation.gif", as: "a.gif")
        let first = try await bench.pass()
        let before = try bench.scratch.files.map {
            try FileManager.default.attributesOfItem(atPath: bench.scratch[$0].path())[.systemFileNumber] as? Int
        }
        let second = try await bench.pass()
        #expect(second.values.allSatisfy { $0.outcome == .current })
        #expect(second.mapValues(\.sha256) == first.mapValues(\.sha256))
        let after = try bench.scratch.files.map {
            try FileManager.default.attributesOfItem(atPath: bench.scratch[$0].path())[.systemFileNumber] as? Int
        }
        #expect(before == after, "no file was written anew")
        let again = try Bench { folder, _ in folder.source = bench.folder.output }
        #expect(try await again.pass().values.allSatisfy { $0.outcome == .unchanged })
    }

    @Test(
        "the digests of an upright picture are those of its file, whether it is copied, current, in the way or only looked at"
    )
    func digestsOfUprightPictures() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-1.jpg", as: "a.jpg")
        let content = try #require(bench.scratch.bytes(of: "drop/a.jpg"))
        let digest = hexadecimal(SHA256.hash(content))
        let both = FileReport.Pair(source: digest, output: digest)
        let dry = try await bench.pass(isDryRun: true)["a.jpg"]
        #expect(dry?.outcome == .unchanged && dry?.sha256 == both)
        let copied = try await bench.pass()["a.jpg"]
        #expect(copied?.outcome == .unchanged && copied?.sha256 == both)
        let current = try await bench.pass()["a.jpg"]
        #expect(current?.outcome == .current && current?.sha256 == both)
        try bench.scratch.write("other", to: "out/a.jpg")
        let rejected = try await bench.pass()["a.jpg"]
        #expect(rejected?.outcome == .rejected && rejected?.sha256 == FileReport.Pair(source: digest))
        let forced = try await bench.pass(force: true)["a.jpg"]
        #expect(forced?.outcome == .unchanged && forced?.sha256 == both)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == content)
        #expect(bench.scratch.files == ["drop/a.jpg", "out/a.jpg"])
    }

    @Test("times and attributes are copied, and the source is untouched")
    func attributes() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        let source = try OpenFolder(RawPath(bench.folder.source)).file("a.jpg")
        try source.setModified(1_234_567_890_123_456_789)
        let before = try source.status()
        try await bench.pass()
        let output = try OpenFolder(RawPath(bench.folder.output)).status(of: "a.jpg")
        #expect(output.modified == 1_234_567_890_123_456_789)
        #expect(try source.status() == before)
    }

    @Test("a file of others that has the output's name stays, also with force, and the output gets a number")
    func clobbersNothing() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write("mine", to: "out/a.jpg")
        let numbered = try #require(try await bench.pass()["a.jpg"])
        #expect(numbered.outcome == .normalized && numbered.output?.hasSuffix("/a-2.jpg") == true, "\(numbered)")
        for force in [false, true] {
            #expect(try await bench.pass(force: force)["a.jpg"]?.outcome == .current)
            #expect(bench.scratch.bytes(of: "out/a.jpg") == Array("mine".utf8))
        }
    }

    @Test("of two sources with one output name, each is delivered, and one has a number", arguments: [false, true])
    func conflict(force: Bool) async throws {
        let bench = try Bench()
        try bench.put("samples/palette.png", as: "a.png")
        try bench.put("png/rgb-8.png", as: "a.jpg")
        let reports = try await bench.pass(force: force)
        #expect(reports.values.allSatisfy { $0.outcome == .normalized }, "\(reports)")
        #expect(Set(reports.values.compactMap { $0.output?.split(separator: "/").last }) == ["a.png", "a-2.png"])
    }

    @Test("a dry run reports the same and writes nothing")
    func dryRun() async throws {
        let bench = try Bench()
        try bench.put("samples/orientation-6.jpg", as: "x/a.jpg")
        let planned = try #require(try await bench.pass(isDryRun: true)["x/a.jpg"])
        #expect(bench.scratch.files == ["drop/x/a.jpg"])
        let done = try #require(try await bench.pass()["x/a.jpg"])
        #expect(planned.outcome == done.outcome)
        #expect(planned.sha256 == done.sha256)
        #expect(planned.output == done.output)
        #expect(try await bench.pass(isDryRun: true)["x/a.jpg"]?.outcome == .current)
    }

    @Test("an output inside the source is not read as a source")
    func nestedOutput() async throws {
        let bench = try Bench { folder, scratch in folder.output = scratch["drop/out"].path() }
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        #expect(try await bench.pass().count == 1)
        #expect(try await bench.pass().mapValues(\.outcome) == ["a.jpg": .current])
    }

    @Test("the same folder as source and output is refused")
    func sameFolder() async throws {
        let bench = try Bench { folder, _ in folder.output = folder.source + "/." }
        await #expect(throws: OperationError.self) { try await bench.pass() }
    }

    @Test("a file that does not exist is rejected by name")
    func missing() async throws {
        let bench = try Bench()
        let path = bench.folder.source + "/none.jpg"
        #expect(try await bench.pass(paths: [path])["none.jpg"]?.outcome == .rejected)
    }

    @Test("names that are not UTF-8 keep their bytes")
    func rawNames() async throws {
        let bench = try Bench()
        let content = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let name: [UInt8] = [0xFC, 0xE9] + ".jpg".utf8
        do {
            // Its lock is released with it.
            let file = try AtomicFile(in: OpenFolder(RawPath(bench.folder.source)))
            try file.file.write(content)
            try file.publish(as: name)
        }
        #expect(try await bench.pass().values.map(\.outcome) == [.normalized])
        #expect(try OpenFolder(RawPath(bench.folder.output)).status(of: RawPath(bytes: name)).size > 0)
    }

    @Test("companions are delivered with their picture, once")
    func companions() async throws {
        let bench = try Bench()
        try bench.put("samples/palette.png", as: "a.jpg")
        for name in ["a.xmp", "a.jpg.json", "a.MOV", "lonely.xmp"] { try bench.scratch.write(name, to: "drop/" + name) }
        let reports = try await bench.pass()
        #expect(reports["a.xmp"]?.outcome == .unchanged)
        #expect(reports["lonely.xmp"]?.outcome == .ignored)
        #expect(bench.scratch.bytes(of: "out/a.png.json") == Array("a.jpg.json".utf8))
        #expect(bench.scratch.bytes(of: "out/a.MOV") == Array("a.MOV".utf8))
        #expect(bench.scratch.bytes(of: "out/lonely.xmp") == nil)
        #expect(try await bench.pass()["a.xmp"]?.outcome == .current)
    }
}
