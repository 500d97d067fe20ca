internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService

/// Fails to name one file.
private final class Failing: Durability {
    private let kernel = KernelDurability()
    let name: String?
    let published = Mutex<[String]>([])

    init(_ name: String?) { self.name = name }

    func synchronize(_ file: OpenFile) throws(FileError) { try kernel.synchronize(file) }

    func publish(_ file: AtomicFile, as name: [UInt8], replacing: Bool) throws(FileError) {
        let text = String(decoding: name, as: UTF8.self)
        if text == self.name { throw FileError(.rename, file.folder.path, code: EIO) }
        try kernel.publish(file, as: name, replacing: replacing)
        published.withLock { $0.append(text) }
    }

    func synchronize(_ folder: OpenFolder) throws(FileError) { try kernel.synchronize(folder) }
}

/// Pictures and what was taken with them: delivered, recorded, rejected and retired as one.
@Suite("Shots")
struct ShotTests {
    private func bench(
        originals: Bool = true, onChange: FolderConfiguration.OnChange = .reject, rejected: Bool = false
    ) throws -> Bench {
        try Bench { folder, scratch in
            if originals { folder.originals = .move(to: scratch["originals"].path()) }
            if rejected { folder.rejected = scratch["rejected"].path() }
            folder.onChange = onChange
            folder.settle = .seconds(600)
        }
    }

    private static let video: [UInt8] =
        [0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]

    private static let xmp = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="one"/></rdf:RDF></x:xmpmeta>
        """

    /// A shot of many members.
    private func drop(_ bench: Bench, picture: String = "samples/orientation-6.jpg") throws {
        try bench.put(picture, as: "a.jpg")
        try bench.scratch.write("a raw file", to: "drop/a.NEF")
        try bench.scratch.write(Self.xmp, to: "drop/a.xmp")
        try bench.scratch.write(Self.xmp, to: "drop/a.NEF.xmp")
        try bench.scratch.write("[settings]", to: "drop/a.NEF.pp3")
        try bench.scratch.write(Self.video, to: "drop/a.mov")
    }

    private static let names = ["a.NEF", "a.NEF.pp3", "a.NEF.xmp", "a.jpg", "a.mov", "a.xmp"]

    private func files(_ bench: Bench, _ folder: String) -> [String] {
        bench.scratch.files.filter { $0.hasPrefix(folder + "/") && !$0.hasSuffix(".upright") }
            .map { String($0.dropFirst(folder.count + 1)) }.sorted()
    }

    @Test("a shot is delivered, recorded and retired as a whole")
    func whole() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        let reports = try await bench.pass(journal)
        #expect(Set(reports.keys) == Set(Self.names))
        #expect(reports.values.allSatisfy { $0.outcome.hasOutput })
        #expect(files(bench, "out") == Self.names && files(bench, "originals") == Self.names)
        #expect(files(bench, "drop").isEmpty)
        #expect(bench.scratch.bytes(of: "out/a.NEF") == Array("a raw file".utf8))
        let picture = try #require(try await journal.record(of: RawPath(bench.folder.source).appending("a.jpg")))
        let members = try await journal.members(of: picture.source, sha256: try #require(picture.sourceSHA256))
        #expect(members.count == 5 && members.allSatisfy { $0.isDelivered && $0.original == .none })
        #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.isGood)
    }

    @Test("a shot gets its names and its rows together, or none", arguments: names)
    func allOrNothing(failing: String) async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        let durability = Failing(failing)
        try await bench.pass(journal, durability: durability)
        #expect(files(bench, "out").isEmpty, "what had a name lost it")
        #expect(files(bench, "drop") == Self.names && files(bench, "originals").isEmpty)
        for name in Self.names {
            let record = try await journal.record(of: RawPath(bench.folder.source).appending(RawPath(name)))
            #expect(record?.isDelivered != true, "\(name)")
        }
        try await bench.pass(journal)
        #expect(files(bench, "out") == Self.names && files(bench, "originals") == Self.names)
    }

    @Test("a shot waits for a member that is empty: its program has only reserved the name")
    func empty() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        try bench.scratch.write("", to: "drop/a.NEF.pp3")
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .deferred)
        #expect(reports["a.jpg"]?.reason.contains("a.NEF.pp3: it is incomplete: it lacks all content") == true)
        #expect(files(bench, "out").isEmpty && files(bench, "drop") == Self.names)
    }

    @Test("a shot waits for a member that another process has locked, and says so")
    func locked() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        let other = try OpenFolder(RawPath(bench.folder.source)).file("a.NEF")
        #expect(try other.tryLock())
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .deferred && reports["a.jpg"]?.reason.contains("a.NEF") == true)
        #expect(files(bench, "out").isEmpty && files(bench, "drop") == Self.names)
        withExtendedLifetime(other) {}
    }

    @Test("a duplicate's sidecar belongs to the picture of its number, if there is one")
    func duplicates() async throws {
        let bench = try bench(originals: false)
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.put("samples/orientation-3.jpg", as: "b.jpg")
        try bench.put("samples/orientation-3.jpg", as: "b_01.jpg")
        try bench.scratch.write(Self.xmp, to: "drop/a_01.jpg.xmp")
        try bench.scratch.write(Self.xmp, to: "drop/b_01.jpg.xmp")
        let journal = try bench.journal()
        try await bench.pass(journal)
        let source = RawPath(bench.folder.source)
        func picture(_ name: RawPath) async throws -> RawPath? {
            try await journal.record(of: source.appending(name))?.picture
        }
        #expect(try await picture("a_01.jpg.xmp") == source.appending("a.jpg"))
        #expect(try await picture("b_01.jpg.xmp") == source.appending("b_01.jpg"))
    }

    @Test("the picture gets its name last")
    func order() async throws {
        let bench = try bench()
        try drop(bench)
        let durability = Failing(nil)
        try await bench.pass(try bench.journal(), durability: durability)
        #expect(durability.published.withLock { $0.last } == "a.jpg")
        #expect(durability.published.withLock { $0.count } == Self.names.count)
    }

    @Test("a shot waits for a member that is still written")
    func unfinished() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        try bench.scratch.write(Array(Self.video.dropLast(4)), to: "drop/a.mov")
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .deferred)
        #expect(reports["a.jpg"]?.reason.contains("its shot waits for a.mov") == true)
        #expect(files(bench, "out").isEmpty && files(bench, "drop") == Self.names)
        try bench.scratch.write(Self.video, to: "drop/a.mov")
        try await bench.pass(journal)
        #expect(files(bench, "out") == Self.names && files(bench, "drop").isEmpty)
    }

    @Test("a rejected member waits with its reason: the rest is delivered, and all originals stay")
    func rejectedMember() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        // Labels that nothing says how to turn.
        try bench.scratch.write("0 0.5 0.25 0.1 0.2\n", to: "drop/a.txt")
        let reports = try await bench.pass(journal)
        #expect(reports["a.txt"]?.outcome == .rejected, "\(reports["a.txt"]?.reason ?? "none")")
        #expect(reports["a.jpg"]?.outcome == .normalized)
        #expect(reports["a.jpg"]?.warnings.contains { $0.contains("a.txt") && $0.contains("not delivered") } == true)
        #expect(files(bench, "out") == Self.names && files(bench, "drop") == (Self.names + ["a.txt"]).sorted())
        try FileManager.default.removeItem(at: bench.scratch["drop/a.txt"])
        try await bench.pass(journal)
        #expect(files(bench, "originals") == Self.names && files(bench, "drop").isEmpty)
    }

    private static let second = ["a-2.NEF", "a-2.NEF.pp3", "a-2.NEF.xmp", "a-2.jpg", "a-2.mov", "a-2.xmp"]

    @Test(
        "a shot gets the next number as a whole if one of its names is taken, among the outputs or the originals",
        arguments: ["out/a.xmp", "out/a.NEF.pp3", "originals/a.mov"])
    func taken(name: String) async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        try bench.scratch.write("another file", to: name)
        for _ in 0..<2 {
            let reports = try await bench.pass(journal)
            #expect(reports.values.allSatisfy { $0.outcome.hasOutput }, "\(reports)")
            #expect(files(bench, "out").filter { $0.hasPrefix("a-2") } == Self.second)
            #expect(files(bench, "originals").filter { $0.hasPrefix("a-2") } == Self.second)
            #expect(bench.scratch.bytes(of: name) == Array("another file".utf8) && files(bench, "drop").isEmpty)
        }
        #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.isGood)
    }

    @Test("the originals of a shot leave together, or not at all")
    func originalInTheWay() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        try bench.scratch.write("a file where a folder is needed", to: "originals")
        let reports = try await bench.pass(journal)
        #expect(files(bench, "out") == Self.names && files(bench, "drop") == Self.names)
        #expect(reports["a.jpg"]?.warnings.contains { $0.contains("the original stays") } == true)
        try FileManager.default.removeItem(at: bench.scratch["originals"])
        try await bench.pass(journal)
        #expect(files(bench, "originals") == Self.names && files(bench, "drop").isEmpty)
    }

    @Test("a member that comes later gets the name that its shot got")
    func late() async throws {
        let bench = try bench(onChange: .version)
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try await bench.pass(journal)
        try bench.put("samples/orientation-3.jpg", as: "a.jpg")
        try await bench.pass(journal)
        #expect(files(bench, "out") == ["a-2.jpg", "a.jpg"] && files(bench, "drop").isEmpty)
        #expect(files(bench, "originals") == ["a-2.jpg", "a.jpg"])
        try bench.scratch.write("a raw file", to: "drop/a.NEF")
        // The picture has left: a new one of that name may follow at once.
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var report = try await bench.pass(journal)["a.NEF"]
        #expect(report?.outcome == .deferred)
        let end = ContinuousClock.now + .seconds(40)
        while report?.outcome == .deferred, ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(1))
            report = try await bench.pass(journal)["a.NEF"]
        }
        #expect(files(bench, "out") == ["a-2.NEF", "a-2.jpg", "a.jpg"] && files(bench, "drop").isEmpty)
    }

    @Test("the rejected folder takes the whole shot, under names that belong together")
    func rejectedShot() async throws {
        let bench = try bench(rejected: true)
        let journal = try bench.journal()
        try drop(bench, picture: "samples/photo.jpg")
        try bench.scratch.write([UInt8](1...64), to: "drop/a.jpg")
        try bench.scratch.write("another", to: "rejected/a.NEF")
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .rejected)
        #expect(files(bench, "out").isEmpty && files(bench, "drop") == Self.names)
        let expected = [
            "a-2.NEF", "a-2.NEF.pp3", "a-2.NEF.xmp", "a-2.jpg", "a-2.jpg.reason.txt", "a-2.mov", "a-2.xmp", "a.NEF",
        ]
        #expect(files(bench, "rejected") == expected)
        try await bench.pass(journal)
        #expect(files(bench, "rejected") == expected, "nothing is copied twice")
    }

    private static let turned = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>
        """

    @Test("a sidecar that a raw file and a picture share stays as it is for the one, and is turned for the other")
    func sharedWithRaw() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try bench.scratch.write("a raw file", to: "drop/a.NEF")
        try bench.scratch.write(Self.turned, to: "drop/a.xmp")
        try bench.scratch.write(Self.turned, to: "drop/a.NEF.xmp")
        let reports = try await bench.pass(journal)
        #expect(reports["a.xmp"]?.outcome == .unchanged && reports["a.NEF.xmp"]?.outcome == .unchanged)
        #expect(bench.scratch.bytes(of: "out/a.xmp") == Array(Self.turned.utf8))
        #expect(bench.scratch.bytes(of: "out/a.NEF.xmp") == Array(Self.turned.utf8))
        let copy = bench.scratch.bytes(of: "out/a.jpg.xmp").map { String(decoding: $0, as: UTF8.self) }
        #expect(copy?.contains(#"tiff:Orientation="1""#) == true)
        let row = try await journal.record(of: RawPath(bench.folder.source).appending("a.jpg.xmp"))
        #expect(row?.isDelivered == true && row?.picture == RawPath(bench.folder.source).appending("a.jpg"))
        #expect(try await VerifyRun(journal, jobs: 1).run { _ in }.isGood)
        #expect(files(bench, "drop").isEmpty)
        #expect(files(bench, "originals") == ["a.NEF", "a.NEF.xmp", "a.jpg", "a.xmp"])
    }

    @Test("what two pictures share leaves with the last of them, in the same run")
    func shared() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        let names = ["a-edited.jpg", "a.jpg", "a.jpg.json"]
        try bench.put("samples/orientation-6.jpg", as: names[0])
        try bench.put("samples/orientation-3.jpg", as: names[1])
        try bench.scratch.write("{}", to: "drop/a.jpg.json")
        try await bench.pass(journal)
        #expect(files(bench, "out") == names && files(bench, "originals") == names)
        #expect(files(bench, "drop").isEmpty)
    }

    @Test("a raw file or a video without a picture is a file of its own")
    func lone() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.scratch.write("a raw file", to: "drop/a.NEF")
        try bench.scratch.write(Self.video, to: "drop/b.mov")
        let reports = try await bench.pass(journal)
        #expect(reports.values.allSatisfy { $0.outcome == .ignored } && reports.count == 2)
        #expect(reports["b.mov"]?.reason == "not supported: QuickTime video")
        // Its picture can still come.
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        try await bench.pass(journal)
        #expect(files(bench, "out") == ["a.NEF", "a.jpg"] && files(bench, "drop") == ["b.mov"])
    }

    @Test("a video with another content identifier is not of the shot")
    func otherIdentifier() async throws {
        let bench = try Bench()
        try bench.scratch.write(LivePhoto.picture("one"), to: "drop/a.jpg")
        try bench.scratch.write(LivePhoto.video("one"), to: "drop/a.mov")
        try bench.scratch.write(LivePhoto.picture("two"), to: "drop/b.jpg")
        try bench.scratch.write(LivePhoto.video("other"), to: "drop/b.mov")
        let reports = try await bench.pass(try bench.journal())
        #expect(files(bench, "out") == ["a.jpg", "a.mov", "b.jpg"])
        #expect(reports["b.mov"]?.outcome == .ignored)
        #expect(reports["b.mov"]?.reason.contains("another Live Photo") == true)
    }

    @Test("a held member holds its shot")
    func held() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try drop(bench)
        let status = try OpenFolder(RawPath(bench.folder.source)).status(of: "a.xmp")
        var record = PictureRecord(
            source: RawPath(bench.folder.source).appending("a.xmp"), folder: RawPath(bench.folder.source),
            status: status)
        record.firstSeen = 1
        let entry = try #require(try await journal.hold(new: [record]).first)
        let reports = try await bench.pass(journal)
        #expect(reports["a.jpg"]?.outcome == .deferred && files(bench, "out").isEmpty)
        #expect(try await journal.change(.release, [entry.id], now: 1) == [entry.id])
        try await bench.pass(journal)
        #expect(files(bench, "out") == Self.names)
    }

    @Test(
        "another picture of the same name gets none of the members, whatever becomes of the originals",
        arguments: [true, false])
    func sameName(isKept: Bool) async throws {
        let bench = try bench(originals: !isKept, onChange: .version)
        let journal = try bench.journal()
        try drop(bench)
        try await bench.pass(journal)
        try bench.put("samples/orientation-3.jpg", as: "a.jpg")
        try await bench.pass(journal)
        #expect(files(bench, "out").filter { $0.hasPrefix("a-2") } == ["a-2.jpg"])
    }
}
