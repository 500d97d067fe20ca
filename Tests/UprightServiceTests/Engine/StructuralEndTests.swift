internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightFiles
internal import UprightRewriting
internal import UprightFormats
internal import TestSupport
internal import Testing

@Suite("StructuralEnd")
struct StructuralEndTests {
    private func end(of bytes: [UInt8], type: ImageType) throws -> StructuralEnd {
        let file = try OpenFile.inMemory()
        try file.write(bytes)
        return try StructuralEnd.of(file, type: type)
    }

    @Test(
        "no prefix of a picture is complete, but the whole picture is",
        arguments: [
            ("samples/orientation-6.jpg", ImageType.jpeg), ("jpeg/restart.jpg", .jpeg), ("jpeg/progressive.jpg", .jpeg),
            ("samples/palette.png", .png), ("gif/animation-turned.gif", .gif),
        ])
    func prefixes(path: String, type: ImageType) throws {
        let whole = try #require(Fixture.named(path)).content()
        #expect(try end(of: whole, type: type) == .found)
        #expect(try end(of: whole + [1, 2, 3], type: type) == .found, "more bytes may follow the end")
        for length in stride(from: 0, to: whole.count, by: max(whole.count / 211, 1)) {
            #expect(try end(of: Array(whole[..<length]), type: type) != .found, "a prefix of \(length) bytes")
        }
    }

    @Test("the end of a thumbnail is not the end of the picture")
    func thumbnail() throws {
        let whole = try #require(Fixture.named("samples/photo.jpg")).content()
        #expect(try end(of: Array(whole.dropLast(2)), type: .jpeg) != .found)
    }

    @Test("the RIFF header counts a WebP's bytes; while it has no length, the file is not complete")
    func webP() throws {
        let chunk = Array("VP8L".utf8) + [5, 0, 0, 0, 0x2F, 0, 0, 0, 0, 0]
        let whole = Array("RIFF".utf8) + [UInt8(chunk.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunk
        let type = PictureFormats.identify(whole)
        #expect(try end(of: whole, type: type) == .found)
        #expect(try end(of: whole + [1, 2, 3], type: type) == .found)
        for length in 0..<whole.count {
            #expect(try end(of: Array(whole[..<length]), type: type) != .found, "a prefix of \(length) bytes")
        }
        var unfinished = whole
        unfinished[4] = 0
        #expect(try end(of: unfinished, type: type) == .missing("the length of the file in its RIFF header"))
        let file = try OpenFile.inMemory()
        try file.write(Array(whole.dropLast()))
        #expect(try StructuralEnd.of(file) == .missing("bytes that its RIFF header counts"))
    }

    /// A box of ISO/IEC 14496-12.
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return [0, 0, UInt8(length >> 8), UInt8(length & 0xFF)] + Array(type.utf8) + content
    }

    /// A TIFF with one strip behind its directory.
    private static let tiff: [UInt8] =
        [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 2, 0]
        + [0x11, 0x01, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0] + [0x17, 0x01, 4, 0, 1, 0, 0, 0, 20, 0, 0, 0] + [0, 0, 0, 0]
        + [UInt8](repeating: 9, count: 20)

    private static let others: [(type: String, bytes: [UInt8])] = [
        (
            "public.mpeg-4",
            box("ftyp", Array("isom".utf8)) + box("mdat", [UInt8](repeating: 1, count: 300)) + box("moov", [1])
        ),
        ("com.apple.quicktime-movie", box("wide", []) + box("mdat", [1, 2, 3]) + box("moov", [1, 2])),
        ("public.avi", Array("RIFF".utf8) + [14, 0, 0, 0] + Array("AVI LIST".utf8) + [1, 0, 0, 0, 7, 0]),
        ("public.tiff", tiff), ("com.nikon.raw-image", tiff),
        ("com.adobe.pdf", Array("%PDF-1.4\n1 0 obj\n%%EOF".utf8)),
        ("public.zip-archive", [0x50, 0x4B, 3, 4, 0, 0, 0x50, 0x4B, 5, 6]),
        ("org.matroska.mkv", [0x1A, 0x45, 0xDF, 0xA3, 0x82, 0, 0, 0x18, 0x53, 0x80, 0x67, 0x83, 1, 2, 3]),
    ]

    @Test("no prefix of a file of another type is complete, but the whole file is", arguments: others.indices)
    func otherPrefixes(index: Int) throws {
        let (name, whole) = Self.others[index]
        let type = ImageType(rawValue: name)
        #expect(try end(of: whole, type: type) == .found)
        for length in 1..<whole.count {
            let end = try end(of: Array(whole[..<length]), type: type)
            guard case .missing = end else {
                Issue.record("a prefix of \(length) bytes of \(name): \(end)")
                continue
            }
        }
    }

    @Test("any bytes give an answer for a type that is not handled", arguments: others.indices)
    func otherNoise(index: Int) throws {
        let (name, whole) = Self.others[index]
        for place in whole.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = value
                _ = try end(of: bytes, type: ImageType(rawValue: name))
            }
        }
    }

    @Test("a video that was reserved with zeros, or has its index before data that lack, is not complete")
    func reserved() throws {
        let head = Self.box("ftyp", Array("isom".utf8)) + Self.box("moov", [1])
        let video = ImageType(rawValue: "public.mpeg-4")
        #expect(
            try end(of: head + [0, 0, 1, 0] + Array("mdat".utf8), type: video) == .missing("the end of the box mdat"))
        let early = Self.box("ftyp", Array("isom".utf8)) + [UInt8](repeating: 0, count: 64)
        #expect(try end(of: early, type: video) == .missing("its boxes"))
    }

    @Test("any bytes give an answer", arguments: PictureFormats.descriptions.map(\.type) + [.unknown])
    func noise(type: ImageType) throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            // Without 0xFF: a JPEG's end is searched for backwards, and noise can hold one by chance.
            let bytes = (0..<500).map { _ in UInt8.random(in: 0...254, using: &generator) }
            let found = try end(of: bytes, type: type)
            #expect((found == .unknown) == (type == .unknown))
            // A GIF's blocks are not checked: some noise has an end.
            if type != .gif { #expect(found != .found) }
            #expect(try end(of: [UInt8](repeating: 0xFF, count: 300), type: type) != .found)
        }
    }
}

@Suite("StructuralEnd of companions")
struct CompanionEndTests {
    private static let video: [UInt8] =
        [0, 0, 0, 12] + Array("ftypqt  ".utf8) + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 32]
        + [UInt8](repeating: 7, count: 16) + [0, 0, 0, 12] + Array("moov".utf8) + [1, 2, 3, 4]

    private static let contents: [[UInt8]] = [
        Array("<?xpacket begin=''?><x:xmpmeta a='>/'><b c=\"/\"/><!-- </x:xmpmeta> --></x:xmpmeta>".utf8)
            + Array("   <?xpacket end='w'?>".utf8),
        Array("<?xml version='1.0'?><!DOCTYPE plist><plist><dict><key>a</key></dict></plist>".utf8),
        [0xEF, 0xBB, 0xBF] + Array("{\"a\": [1, {\"}\\\"\": \"]\"}], \"b\": {}}".utf8), video,
    ]

    private func end(of bytes: [UInt8]) throws -> StructuralEnd {
        let scratch = try TemporaryFolder()
        try scratch.write(bytes, to: "a.mov")
        return try StructuralEnd.of(OpenFolder(RawPath(scratch.path)).file("a.mov"))
    }

    @Test("no prefix of a companion is complete, but the whole companion is", arguments: contents.indices)
    func prefixes(index: Int) throws {
        let whole = Self.contents[index]
        #expect(try end(of: whole) == .found)
        #expect(try end(of: whole + [10]) == .found)
        // Before the first characters of a format, its end is not known.
        for length in 0..<whole.count {
            #expect(try end(of: Array(whole[..<length])) != .found, "a prefix of \(length) bytes")
        }
    }

    @Test("a video whose space is reserved with zeros is not complete")
    func reserved() throws {
        let count = Self.video.count
        let zeros = Array(Self.video[..<12]) + [UInt8](repeating: 0, count: count - 12)
        #expect(try end(of: zeros) != .found)
    }
}
