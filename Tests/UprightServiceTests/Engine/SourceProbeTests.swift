internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// A failed read is the folder's if no other file of it can be read.
@Suite("Probes of a drop folder")
struct SourceProbeTests {
    /// Returns what a probe finds in a folder in which only some files can be read.
    private func failure(_ files: [String], readable: Set<String> = [], besides failed: RawPath?) throws -> FileError? {
        let bench = try Bench()
        for file in files { try bench.scratch.write([1], to: "drop/" + file) }
        let source = RawPath(bench.folder.source)
        let probe = SourceProbe(DropFolder(bench.folder, of: bench.configuration)) { (file) throws(FileError) in
            let relative = file.path.relative(to: source)?.description ?? ""
            if !readable.contains(relative) { throw FileError(.read, file.path, code: EIO) }
        }
        return probe.failure(besides: failed)
    }

    @Test("if another file can be read, the failure is the file's own, wherever the other lies")
    func readable() throws {
        #expect(try failure(["a.jpg", "b.jpg"], readable: ["b.jpg"], besides: "a.jpg") == nil)
        #expect(try failure(["a.jpg", "x/b.jpg"], readable: ["x/b.jpg"], besides: "a.jpg") == nil)
        #expect(try failure(["x/a.jpg", "b.jpg"], readable: ["b.jpg"], besides: "x/a.jpg") == nil)
        #expect(try failure(["x/a.jpg", "y/b.jpg"], readable: ["y/b.jpg"], besides: "x/a.jpg") == nil)
    }

    @Test("if no other file can be read, the failure is the folder's")
    func unreadable() throws {
        #expect(try failure(["a.jpg", "b.jpg"], besides: "a.jpg")?.code == EIO)
        #expect(try failure(["x/a.jpg", "y/b.jpg"], besides: "x/a.jpg")?.code == EIO)
        #expect(try failure(["a.jpg", "b.jpg", ".upright"], readable: [".upright"], besides: "a.jpg")?.code == EIO)
        #expect(try failure((0..<300).map { "\($0).jpg" }, besides: "0.jpg")?.code == EIO)
    }

    @Test("if there is no other file, the folder's mark decides")
    func mark() throws {
        #expect(try failure(["a.jpg", ".upright"], readable: [".upright"], besides: "a.jpg") == nil)
        #expect(try failure(["a.jpg", ".upright"], besides: "a.jpg")?.code == EIO)
        #expect(try failure(["a.jpg"], besides: "a.jpg") == nil)
        #expect(try failure([], besides: nil) == nil)
    }

    @Test("a file without permissions shows nothing, and a sound folder has no failure")
    func others() throws {
        let bench = try Bench()
        for name in ["a.jpg", "b.jpg"] { try bench.put("samples/orientation-6.jpg", as: name) }
        let folder = DropFolder(bench.folder, of: bench.configuration)
        #expect(SourceProbe(folder).failure() == nil)
        let refusing = SourceProbe(folder) { (file) throws(FileError) in throw FileError(.open, file.path, code: EACCES)
        }
        #expect(refusing.failure() == nil)
    }
}
