internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// The files of a shot whose names have one key, and not the same bytes.
@Suite("Shots of names in several spellings")
struct ShotNameTests {
    private func bench(moves: Bool = true) throws -> Bench {
        try Bench { folder, scratch in
            if moves { folder.originals = .move(to: scratch["originals"].path()) }
            folder.settle = .zero
        }
    }

    private static func xmp(_ make: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="\(make)"/></rdf:RDF></x:xmpmeta>
        """
    }

    private func names(_ bench: Bench, in folder: String) throws -> Set<[UInt8]> {
        Set(
            try OpenFolder(RawPath(bench.scratch[folder].path())).entries().map(\.name).filter {
                $0.first != UInt8(ascii: ".")
            })
    }

    private func bytes(_ names: String...) -> Set<[UInt8]> { Set(names.map { Array($0.utf8) }) }

    private func content(_ bench: Bench, _ path: String) -> String {
        String(decoding: bench.scratch.bytes(of: path) ?? [], as: UTF8.self)
    }

    @Test(
        "a shot is delivered and retired whole; originals keep their names",
        arguments: [
            ("DSC_2.jpg", "DSC_2.JPG.xmp", "DSC_2.jpg.xmp"),
            ("M\u{FC}ller.jpg", "Mu\u{308}ller.jpg.xmp", "M\u{FC}ller.jpg.xmp"),
            ("Cafe\u{301}.jpg", "CAF\u{C9}.XMP", "Cafe\u{301}.XMP"), ("IMG_1.jpg", "img_1.NEF", "IMG_1.NEF"),
            ("a-ha editado.jpg", "A.jpg.supplemental-metadata.json", "A.jpg.supplemental-metadata.json"),
        ])
    func whole(picture: String, member: String, output: String) async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: picture)
        try bench.scratch.write(member.hasSuffix("json") ? "{}" : Self.xmp("one"), to: "drop/" + member)
        try await bench.pass(journal)
        #expect(try names(bench, in: "drop").isEmpty)
        #expect(try names(bench, in: "out") == bytes(picture, output))
        #expect(try names(bench, in: "originals") == bytes(picture, member))
        let row = try await journal.record(of: RawPath(bench.folder.source).appending(RawPath(member)))
        #expect(row?.picture?.name == Array(picture.utf8) && row?.isDelivered == true)
    }

    @Test("of two pictures of one key, each has the members that it is spelled in", arguments: [true, false])
    func twins(hasJournal: Bool) async throws {
        let bench = try bench()
        for (name, orientation) in [("a.jpg", 6), ("A.JPG", 3)] {
            try bench.put("samples/orientation-\(orientation).jpg", as: name)
            try bench.scratch.write(Self.xmp("of " + name), to: "drop/\(name).xmp")
        }
        try bench.scratch.write("of a.jpg", to: "drop/a.nef")
        if hasJournal {
            let journal = try bench.journal()
            try await bench.pass(journal)
            #expect(try names(bench, in: "drop").isEmpty)
            let row = try await journal.record(of: RawPath(bench.folder.source).appending("a.nef"))
            #expect(row?.picture?.name == Array("a.jpg".utf8))
        } else {
            try await bench.pass()
        }
        #expect(try names(bench, in: "out") == bytes("a.jpg", "a.jpg.xmp", "a.nef", "A.JPG", "A.JPG.xmp"))
        #expect(
            content(bench, "out/a.jpg.xmp").contains("of a.jpg") && content(bench, "out/A.JPG.xmp").contains("of A.JPG")
        )
    }

    @Test("of two sidecars of one picture with one key, none is lost", arguments: [true, false])
    func twoSidecars(hasJournal: Bool) async throws {
        let bench = try bench(moves: false)
        try bench.put("samples/orientation-6.jpg", as: "a.jpg")
        for name in ["a.jpg.xmp", "A.JPG.xmp", "A.jpg.xmp"] {
            try bench.scratch.write(Self.xmp("in " + name), to: "drop/" + name)
        }
        if hasJournal {
            let journal = try bench.journal()
            for _ in 0..<2 { try await bench.pass(journal) }
        } else {
            try await bench.pass()
        }
        let all = try ["drop", "out"].flatMap { folder in
            try names(bench, in: folder).map { content(bench, folder + "/" + String(decoding: $0, as: UTF8.self)) }
        }
        #expect(content(bench, "out/a.jpg.xmp").contains("in a.jpg.xmp"))
        #expect(try names(bench, in: "out").count == 4, "each has a name beside the picture")
        for name in ["a.jpg.xmp", "A.JPG.xmp", "A.jpg.xmp"] {
            #expect(all.contains { $0.contains("in " + name) }, "\(name)")
        }
    }

    @Test("a member finds its picture after that has left, and a picture the member that came before it")
    func late() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "M\u{FC}ller 2.jpg")
        try await bench.pass(journal)
        #expect(try names(bench, in: "drop").isEmpty)
        try bench.scratch.write(Self.xmp("late"), to: "drop/MU\u{308}LLER 2.JPG.xmp")
        var reports = try await bench.pass(journal)
        #expect(reports.values.first?.reason.contains("has left") == true, "\(reports)")
        try bench.scratch.write(Self.xmp("early"), to: "drop/DSC_3.JPG.xmp")
        try await bench.pass(journal)
        try bench.put("samples/orientation-3.jpg", as: "dsc_3.jpg")
        reports = try await bench.pass(journal)
        #expect(try names(bench, in: "out") == bytes("M\u{FC}ller 2.jpg", "dsc_3.jpg", "dsc_3.jpg.xmp"))
        #expect(try names(bench, in: "drop") == bytes("MU\u{308}LLER 2.JPG.xmp"))
    }

    @Test("the original of a description stays until the edited copies beside it are delivered, too")
    func shared() async throws {
        let bench = try bench()
        let journal = try bench.journal()
        try bench.put("samples/orientation-6.jpg", as: "a.JPG")
        try bench.scratch.write("no picture", to: "drop/a-bearbeitet.JPG")
        try bench.scratch.write("{}", to: "drop/a.jpg.json")
        try await bench.pass(journal)
        #expect(try names(bench, in: "drop") == bytes("a-bearbeitet.JPG", "a.jpg.json"))
        #expect(try names(bench, in: "out") == bytes("a.JPG", "a.JPG.json"))
        try FileManager.default.removeItem(at: bench.scratch["drop/a-bearbeitet.JPG"])
        try bench.put("samples/orientation-3.jpg", as: "a-bearbeitet.JPG")
        for _ in 0..<2 { try await bench.pass(journal) }
        #expect(try names(bench, in: "drop").isEmpty)
    }

    @Test("names that are not UTF-8 belong together if their bytes are equal")
    func notUnicode() async throws {
        let bench = try bench()
        let picture = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let start: [UInt8] = [0x4D, 0xFC]
        let (name, own, other) = (start + ".jpg".utf8, start + ".jpg.xmp".utf8, [0x6D, 0xFC] + Array(".jpg.xmp".utf8))
        for (name, content) in [
            (name, picture), (own, Array(Self.xmp("own").utf8)), (other, Array(Self.xmp("other").utf8)),
        ] {
            try FileStore.write(content, to: RawPath(bench.folder.source).appending(name: name))
        }
        try await bench.pass(bench.journal())
        #expect(try names(bench, in: "out") == [name, own] && names(bench, in: "drop") == [other])
    }
}
