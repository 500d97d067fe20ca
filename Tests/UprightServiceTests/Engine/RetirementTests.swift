internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import Foundation
internal import UprightRewriting
internal import TestSupport
internal import Testing

@Suite("Originals that are moved or deleted", .timeLimit(.minutes(5)))
struct RetirementTests {
    private func photo() throws -> [UInt8] { try #require(Fixture.named("samples/photo.jpg")).content() }

    private func bench(_ change: (inout FolderConfiguration, TemporaryFolder) -> Void = { _, _ in }) throws -> Bench {
        try Bench { folder, scratch in
            folder.originals = .delete
            change(&folder, scratch)
        }
    }

    private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 255)] + payload
    }

    /// A JPEG whose XMP announces a video.
    private func motion(_ jpeg: [UInt8], video: Int) -> [UInt8] {
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
            GCamera:MicroVideoOffset="\(video)"/></rdf:RDF></x:xmpmeta>
            """
        return jpeg.prefix(2) + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8))
            + jpeg.dropFirst(2)
    }

    /// Incomplete files: how they look, and the whole ones.
    private func incomplete(_ way: String) throws -> (early: [UInt8], whole: [UInt8]) {
        let photo = try photo()
        let third = photo.count / 3
        // An upright picture is copied, and decoded only if something is wrong with it.
        let isUpright = way == "zeros in an upright picture"
        var whole = photo
        if isUpright, case .bytes(let bytes) = Normalizer().normalize(photo).output { whole = bytes }
        var zeroed = whole
        for place in (third * 2)..<(third * 2 + 8_192) { zeroed[place] = 0 }
        let video = [UInt8](repeating: 5, count: 20_000)
        let box: [UInt8] =
            [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + [0, 0, 0x4E, 0x28] + Array("mdat".utf8)
        switch way {
        case "half": return (Array(photo.prefix(photo.count / 2)), photo)
        case "zeros", "zeros in an upright picture": return (zeroed, whole)
        case "video": return (motion(photo, video: video.count), motion(photo, video: video.count) + video)
        case "half a video": return (photo + box + video.prefix(9_000), photo + box + video)
        default:
            let png = try #require(Fixture.named("samples/palette.png")).content()
            return (Array(png.dropLast(6)), png)
        }
    }

    @Test(
        "an incomplete picture keeps its original, and is made again when it is whole",
        arguments: ["half", "zeros", "zeros in an upright picture", "video", "half a video", "png"])
    func incompleteStays(way: String) async throws {
        let bench = try bench()
        let journal = try bench.journal()
        let (early, whole) = try incomplete(way)
        let name = way == "png" ? "a.png" : "a.jpg"
        try bench.scratch.write(early, to: "drop/" + name)
        var reports = try await bench.pass(journal)
        #expect(reports[name]?.output != nil)
        #expect(bench.scratch.bytes(of: "drop/" + name) == early)
        let source = RawPath(bench.scratch["drop/" + name].path())
        var record = try #require(await journal.record(of: source))
        #expect(record.isIncomplete)
        #expect(record.original == .kept)
        // In another run nothing changes.
        _ = try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "drop/" + name) == early)
        // The same inode is written further.
        let handle = try FileHandle(forWritingTo: bench.scratch["drop/" + name])
        try handle.write(contentsOf: Data(whole))
        try handle.close()
        reports = try await bench.pass(journal)
        #expect(reports[name]?.outcome != .rejected, "\(reports[name]?.reason ?? "")")
        #expect(bench.scratch.bytes(of: "drop/" + name) == nil)
        record = try #require(await journal.record(of: source))
        #expect(!record.isIncomplete)
        let reference = try Bench()
        try reference.scratch.write(whole, to: "drop/" + name)
        _ = try await reference.pass()
        #expect(bench.scratch.bytes(of: "out/" + name) == reference.scratch.bytes(of: "out/" + name))
    }

    @Test("a hole in a file is missing data")
    func hole() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        let photo = try photo()
        let path = bench.scratch["drop/a.jpg"].path()
        let file = open(path, O_WRONLY | O_CREAT, 0o644)
        // The comment of a JPEG: no decoder reads it.
        let sparse = photo.prefix(2) + segment(0xFE, [UInt8](repeating: 0, count: 60_000)) + photo.dropFirst(2)
        #expect(ftruncate(file, sparse.count) == 0)
        #expect(Array(sparse.prefix(6)).withUnsafeBytes { pwrite(file, $0.baseAddress, 6, 0) } == 6)
        let rest = Array(sparse.dropFirst(60_006))
        #expect(rest.withUnsafeBytes { pwrite(file, $0.baseAddress, rest.count, 60_006) } == rest.count)
        // A file system without SEEK_HOLE has nothing to tell.
        let isKnown = lseek(file, 0, 4) < sparse.count
        close(file)
        _ = try await bench.pass(journal)
        #expect((bench.scratch.bytes(of: "drop/a.jpg") != nil) == isKnown)
    }

    @Test("an original that is open for writing waits, and goes when it is closed")
    func openForWriting() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.scratch.write(photo(), to: "drop/a.jpg")
        let writer = open(bench.scratch["drop/a.jpg"].path(), O_WRONLY)
        let reports = try await bench.pass(journal)
        let source = RawPath(bench.scratch["drop/a.jpg"].path())
        #expect(reports["a.jpg"]?.output != nil)
        #expect(bench.scratch.bytes(of: "drop/a.jpg") != nil)
        let waiting = try #require(try await journal.record(of: source))
        #expect(waiting.original == .waiting && waiting.isProvisional)
        #expect(waiting.originalTry > waiting.status.modified / 1_000_000, "it is not asked about without a pause")
        // It goes on: what is new is delivered, since nobody has edited it.
        #expect(lseek(writer, 0, SEEK_END) > 0)
        #expect(write(writer, "more", 4) == 4)
        let again = try await bench.pass(journal)
        #expect(again["a.jpg"]?.outcome != .rejected, "\(again["a.jpg"]?.reason ?? "")")
        #expect(bench.scratch.bytes(of: "out/a.jpg")?.suffix(4) == Array("more".utf8)[...])
        close(writer)
        _ = try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "drop/a.jpg") == nil)
        #expect(try await journal.record(of: source)?.original == OriginalState.none)
    }

    @Test("a source that its writer changes without growing, as a download in pieces, has its output made again")
    func changesInPlace() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        let photo = try photo()
        func commented(_ text: String) -> [UInt8] {
            photo.prefix(2) + segment(0xFE, Array(text.utf8)) + photo.dropFirst(2)
        }
        try bench.scratch.write(commented("early"), to: "drop/a.jpg")
        let writer = open(bench.scratch["drop/a.jpg"].path(), O_WRONLY)
        _ = try await bench.pass(journal)
        let whole = commented("later")
        #expect(whole.withUnsafeBytes { pwrite(writer, $0.baseAddress, whole.count, 0) } == whole.count)
        close(writer)
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .normalized, "\(reports["a.jpg"]?.reason ?? "")")
        let reference = try Bench()
        try reference.scratch.write(whole, to: "drop/a.jpg")
        _ = try await reference.pass()
        #expect(bench.scratch.bytes(of: "out/a.jpg") == reference.scratch.bytes(of: "out/a.jpg"))
    }

    @Test("a later edit of a finished source follows on-change")
    func edited() async throws {
        let bench = try Bench()
        let journal = try bench.journal()
        try bench.scratch.write(photo(), to: "drop/a.jpg")
        _ = try await bench.pass(journal)
        let delivered = bench.scratch.bytes(of: "out/a.jpg")
        let other = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let handle = try FileHandle(forWritingTo: bench.scratch["drop/a.jpg"])
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(other))
        try handle.close()
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .rejected)
        #expect(bench.scratch.bytes(of: "out/a.jpg") == delivered)
    }

    @Test("content credentials keep their original, unless originals are always deleted", arguments: [false, true])
    func signed(always: Bool) async throws {
        let bench = try bench { folder, _ in folder.alwaysRetires = always }
        let journal = try bench.journal()
        let turned = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let box =
            Array("JP".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 0, 20] + Array("jumb".utf8) + [UInt8](repeating: 1, count: 12)
        try bench.scratch.write(turned.prefix(2) + segment(0xEB, box) + turned.dropFirst(2), to: "drop/signed.jpg")
        try bench.scratch.write(turned, to: "drop/plain.jpg")
        _ = try await bench.pass(journal)
        #expect((bench.scratch.bytes(of: "drop/signed.jpg") == nil) == always)
        #expect(bench.scratch.bytes(of: "drop/plain.jpg") == nil)
        // A process that was killed before it retired the original does not forget it.
        _ = try await bench.pass(journal)
        #expect((bench.scratch.bytes(of: "drop/signed.jpg") == nil) == always)
    }

    @Test(
        "an original that is moved to another file system keeps its bytes and its time",
        .enabled(if: OtherDisk.isThere, "there is one file system"))
    func otherFileSystem() async throws {
        let disk = try OtherDisk()
        let bench = try bench { folder, _ in folder.originals = .move(to: disk.path) }
        try bench.scratch.write(photo(), to: "drop/x/a.jpg")
        let time = Date(timeIntervalSince1970: 1_500_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: time], ofItemAtPath: bench.scratch["drop/x/a.jpg"].path())
        _ = try await bench.pass(bench.journal())
        let moved = URL(filePath: disk.path).appending(path: "x/a.jpg")
        #expect(try [UInt8](Data(contentsOf: moved)) == photo())
        let attributes = try FileManager.default.attributesOfItem(atPath: moved.path())
        #expect(attributes[.modificationDate] as? Date == time)
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
    }

    @Test("an original that cannot be moved is stuck, and goes when it can")
    func stuck() async throws {
        let bench = try bench { folder, scratch in folder.originals = .move(to: scratch["originals"].path()) }
        let journal = try bench.journal()
        try bench.scratch.write(photo(), to: "drop/x/a.jpg")
        try bench.scratch.write("a file where a folder is needed", to: "originals/x")
        let reports = try await bench.pass(journal)
        #expect(reports["x/a.jpg"]?.warnings.contains { $0.contains("the original stays") } == true)
        let source = RawPath(bench.scratch["drop/x/a.jpg"].path())
        let record = try #require(await journal.record(of: source))
        #expect(record.original == .stuck)
        #expect(!record.originalReason.isEmpty && record.originalTries == 1)
        #expect(record.originalTry > PictureEngine.milliseconds() - 60_000)
        #expect(try await journal.queue().entries.map(\.record.source) == [source])
        #expect(try await journal.dueOriginals(in: RawPath(bench.folder.source), at: .max).map(\.source) == [source])
        _ = try await bench.pass(journal)
        #expect(try await journal.record(of: source)?.originalTries == 2)
        try FileManager.default.removeItem(at: bench.scratch["originals/x"])
        _ = try await bench.pass(journal)
        #expect(bench.scratch.bytes(of: "originals/x/a.jpg") == (try photo()))
        #expect(bench.scratch.bytes(of: "drop/x/a.jpg") == nil)
        #expect(try await journal.queue().entries.isEmpty)
    }
}

/// A folder on another file system than temporary files.
private final class OtherDisk {
    private static let base = "/dev/shm"
    let path = "\(base)/upright-tests-\(UUID())"

    static var isThere: Bool {
        func device(_ path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? Int
        }
        return FileManager.default.isWritableFile(atPath: base)
            && device(base) != device(FileManager.default.temporaryDirectory.path())
    }

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
