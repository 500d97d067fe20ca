internal import UprightConfiguration
internal import UprightFiles
internal import Foundation
internal import TestSupport
internal import Testing

@Suite("Rights of outputs")
struct OutputRightsTests {
    private func mode(_ path: String, _ scratch: TemporaryFolder) -> mode_t? {
        var status = stat()
        return stat(scratch[path].path(), &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func setMode(_ mode: mode_t, _ path: String, _ scratch: TemporaryFolder) {
        #expect(chmod(scratch[path].path(), mode) == 0)
    }

    @Test("Nobody can read an output, or what is beside it, who cannot read its source")
    func followSources() async throws {
        let bench = try Bench { folder, scratch in
            folder.others = .copy
            folder.rejected = scratch["rejected"].path()
            folder.originals = .move(to: scratch["originals"].path())
        }
        let scratch = bench.scratch
        for (name, mode) in [("sub/a.jpg", 0o600), ("sub/b.jpg", 0o640), ("sub/c.jpg", 0o444)] as [(String, mode_t)] {
            try bench.put("samples/orientation-6.jpg", as: name)
            try scratch.write(Array(name.utf8), to: "drop/\(name).pp3")
            setMode(mode, "drop/" + name, scratch)
            setMode(0o660, "drop/\(name).pp3", scratch)
        }
        try scratch.write("other", to: "drop/sub/d.bin")
        try scratch.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4], to: "drop/sub/e.png")
        setMode(0o600, "drop/sub/d.bin", scratch)
        setMode(0o600, "drop/sub/e.png", scratch)
        setMode(0o750, "drop/sub", scratch)
        setMode(0o750, "drop", scratch)
        _ = try await bench.pass(bench.journal())
        #expect(mode("out/sub", scratch) == 0o750 && mode("out/sub/a.jpg", scratch) == 0o600)
        #expect(mode("out/sub/b.jpg", scratch) == 0o640 && mode("out/sub/c.jpg", scratch) == 0o444)
        #expect(mode("out/sub/a.jpg.pp3", scratch) == 0o660 && mode("out/sub/d.bin", scratch) == 0o600)
        #expect(mode("rejected", scratch) == 0o750 && mode("rejected/sub", scratch) == 0o750)
        #expect(mode("rejected/sub/e.png", scratch) == 0o600)
        #expect(mode("rejected/sub/e.png.reason.txt", scratch) == 0o600)
        #expect(mode("originals", scratch) == 0o750 && mode("originals/sub", scratch) == 0o750)
        #expect(mode("originals/sub/a.jpg", scratch) == 0o600)
    }

    @Test("A mode of the configuration comes before that of the sources")
    func configured() async throws {
        let bench = try Bench { folder, _ in folder.mode = 0o640 }
        try bench.put("samples/orientation-6.jpg", as: "sub/a.jpg")
        setMode(0o600, "drop/sub/a.jpg", bench.scratch)
        _ = try await bench.pass(bench.journal())
        #expect(mode("out/sub/a.jpg", bench.scratch) == 0o640 && mode("out/sub", bench.scratch) == 0o750)
    }

    @Test("A path that a step chooses gives nobody what the source's folder keeps from them")
    func elsewhere() async throws {
        let bench = try StepBench()
        let picture = try StepBench.picture(["ExifIFD:DateTimeOriginal": "2023:05:06 07:08:09"])
        try bench.scratch.write(picture, to: "drop/sub/a.jpg")
        try bench.scratch.write(picture, to: "drop/open/b.jpg")
        setMode(0o700, "drop/sub", bench.scratch)
        let steps = "- set: {values: [\"IFD0:Copyright=x\"]}\n- rename: {path: \"{date:%Y}/{name}\"}"
        try await bench.pass(steps, folder: "output: out, sidecar: xmp")
        #expect(mode("out/2023", bench.scratch) == 0o755)
        #expect(mode("out/2023/a.jpg", bench.scratch) == 0o600)
        #expect(mode("out/2023/a.jpg.xmp", bench.scratch) == 0o600)
        #expect(mode("out/2023/b.jpg", bench.scratch) == 0o644)
        #expect(mode("out/2023/b.jpg.xmp", bench.scratch) == 0o644)
        let outputs = "outputs: [{path: first}, {path: second, steps: [{strip: {profile: location}}]}]"
        try await bench.pass(steps, folder: outputs, hasJournal: false)
        #expect(mode("first/2023/a.jpg", bench.scratch) == 0o600)
        #expect(mode("second/2023/a.jpg", bench.scratch) == 0o600)
        #expect(mode("second/2023/b.jpg", bench.scratch) == 0o644)
    }
}
