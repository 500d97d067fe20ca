import Foundation
import Testing
import UprightBase
import UprightFormats
import UprightRewriting

/// `private` and `all` write a TIFF anew: its samples, the tags that rendering needs, and nothing between them.
@Suite struct StripTIFFTests {
    private static let secret = Array("Zq7Secret".utf8)
    private static let numbers = secret.map { Int($0) }

    private static func file(_ isLittle: Bool, _ isBig: Bool, _ change: (inout TestTIFF.Page) -> Void = { _ in })
        -> TestTIFF
    {
        var page = TestTIFF.Page()
        change(&page)
        return TestTIFF(isLittle: isLittle, isBig: isBig, pages: [page, TestTIFF.Page(width: 9, height: 4, tile: 16)])
    }

    /// A file, and where each secret lies in it.
    static let places: [String: @Sendable (Bool, Bool) -> [UInt8]] = [
        "unknown tag": { file($0, $1) { $0.extra[65_000] = (7, numbers) }.bytes },
        "unknown tag in a tile's page": { little, big in
            var file = file(little, big)
            file.pages[1].extra[51_234] = (2, numbers + [0])
            return file.bytes
        },
        "description": { file($0, $1) { $0.extra[315] = (2, numbers + [0]) }.bytes },
        "text behind its end": {
            file($0, $1) { $0.extra[271] = (2, Array("Maker\0".utf8).map { Int($0) } + numbers + [0]) }.bytes
        },
        "names of inks": { file($0, $1) { $0.extra[333] = (2, numbers + [0]) }.bytes },
        "values beyond a count": { file($0, $1) { $0.extra[256] = (4, [37] + numbers.map { $0 << 8 }) }.bytes },
        "IPTC": { file($0, $1) { $0.extra[33_723] = (7, [0x1C, 2, 80, 0, 9] + numbers) }.bytes },
        "behind IPTC": { file($0, $1) { $0.extra[33_723] = (7, [0x1C, 2, 105, 0, 1, 65] + numbers) }.bytes },
        "resource": {
            file($0, $1) {
                $0.extra[34_377] = (7, Array("8BIM\u{4}\u{1}\0\0\0\0\0\u{A}".utf8).map { Int($0) } + numbers + [0])
            }.bytes
        },
        "XMP": {
            file($0, $1) {
                let packet =
                    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                    + "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:source='Zq7Secret'/>"
                    + "</rdf:RDF></x:xmpmeta>"
                $0.extra[700] = (1, packet.utf8.map { Int($0) })
            }.bytes
        },
        "bytes that are no profile": { file($0, $1) { $0.extra[34_675] = (7, numbers) }.bytes },
        "private directory": { little, big in
            // The number of the tag is that of a pointer, and its directory is one that nobody knows.
            var bytes = file(little, big) { $0.extra[50_740] = (4, [8]) }.bytes
            bytes += secret
            return bytes
        },
        "behind the file": { file($0, $1).bytes + secret },
        "before the first strip": { little, big in
            var file = file(little, big)
            file.pages[0].coded = nil
            let bytes = file.bytes
            // A copy of the first directory at the end; the old one stays as bytes to which nothing points.
            let (wide, head, count, entry) = big ? (8, 8, 8, 20) : (4, 4, 2, 12)
            func number(_ at: Int, _ length: Int) -> Int {
                let part = Array(bytes[at..<at + length])
                return (little ? part.reversed() : part).reduce(0) { $0 << 8 | Int($1) }
            }
            let offset = number(head, wide)
            let length = count + number(offset, count) * entry + wide
            var moved = bytes + (bytes.count % 2 == 1 ? [0] : [])
            let place = (0..<wide).map { UInt8(truncatingIfNeeded: moved.count >> (8 * $0)) }
            moved.replaceSubrange(head..<head + wide, with: little ? place : place.reversed())
            moved += bytes[offset..<offset + length]
            moved.replaceSubrange(offset..<offset + secret.count, with: secret)
            return moved
        },
        "samples beyond a strip": { little, big in
            var file = file(little, big)
            let plain = TestTIFF.read(file.bytes)
            let page = file.pages[0]
            var strips: [[UInt8]] = []
            for top in stride(from: 0, to: page.height, by: page.rowsPerStrip) {
                var strip: [UInt8] = []
                for y in top..<min(top + page.rowsPerStrip, page.height) {
                    for x in 0..<page.width { for c in 0..<3 { strip.append(UInt8(plain[0].samples(x, y, c))) } }
                }
                strips.append(strip + secret)
            }
            file.pages[0].coded = strips
            return file.bytes
        },
        "runs beyond a strip": { little, big in
            file(little, big) {
                let row = [UInt8](repeating: 7, count: 3)
                $0.width = 3
                $0.samples = 1
                $0.height = 1
                $0.extra[259] = (3, [32_773])
                $0.coded = [[UInt8(row.count - 1)] + row + secret]
            }.bytes
        },
    ]

    private static func holds(_ bytes: [UInt8]) -> Bool {
        Data(bytes.filter { $0 != 0 }).range(of: Data(secret)) != nil
    }

    /// The sizes and samples of all pages.
    private static func pixels(_ bytes: [UInt8]) -> [[Int]] {
        TestTIFF.read(bytes).map { page in
            [page.width, page.height]
                + (page.tags[259]?[0] == 1
                    ? (0..<page.height).flatMap { y in
                        (0..<page.width).flatMap { x in (0..<3).map { page.samples(x, y, $0) } }
                    } : [])
        }
    }

    @Test(arguments: places.keys.sorted(), [StripProfile.private, .all])
    func isGone(_ place: String, _ profile: StripProfile) throws {
        for (isLittle, isBig) in [(true, false), (false, false), (true, true), (false, true)] {
            let bytes = try #require(Self.places[place]?(isLittle, isBig))
            #expect(Self.holds(bytes) && !StripListTests.findings(in: bytes, profile).isEmpty)
            let editor = MetadataEditor([.strip(try MetadataStrip(profile))])
            let edited = try editor.edited(bytes).bytes
            #expect(!Self.holds(edited) && StripListTests.findings(in: edited, profile).isEmpty)
            #expect(Self.pixels(edited) == Self.pixels(bytes))
            let again = try editor.edited(edited)
            #expect(again.changes.isEmpty && again.bytes == edited, "\(again.changes)")
        }
    }

    @Test("A file that is turned and stripped passes its check, pixel by pixel")
    func turned() throws {
        for (isLittle, isBig) in [(true, false), (false, false), (true, true), (false, true)] {
            let bytes = Self.file(isLittle, isBig) { $0.extra[65_000] = (7, Self.numbers) }.bytes
            var options = NormalizationOptions()
            options.verification = .pixels
            options.edits = [.strip(try MetadataStrip(.private))]
            let result = Normalizer(options: options).normalize(bytes)
            guard case .bytes(let output) = result.output else {
                Issue.record("\(result.report)")
                continue
            }
            let (old, new) = (TestTIFF.read(bytes), TestTIFF.read(output))
            #expect(new.map(\.width) == old.map(\.height) && !Self.holds(output))
            // A turn by 90 degrees to the right.
            #expect(new[0].samples(0, 0, 1) == old[0].samples(0, old[0].height - 1, 1))
        }
    }

    @Test("A file of nothing but its picture is stripped, too", arguments: [StripProfile.private, .all])
    func bare(_ profile: StripProfile) throws {
        let bytes = TestTIFF(pages: [TestTIFF.Page(orientation: nil)]).bytes
        let editor = MetadataEditor([.strip(try MetadataStrip(profile))])
        let edited = try editor.edited(bytes).bytes
        #expect(TestTIFF.read(edited)[0].tags[305] == nil && Self.pixels(edited) == Self.pixels(bytes))
        #expect(try editor.edited(edited).bytes == edited)
    }

    @Test("A clean file is not written again")
    func clean() throws {
        let editor = MetadataEditor([.strip(try MetadataStrip(.private))])
        var page = TestTIFF.Page(orientation: 1)
        page.extra[271] = (2, Array("Canon\0".utf8).map { Int($0) })
        page.extra[305] = (3, [0])
        let stripped = try editor.edited(TestTIFF(pages: [page]).bytes).bytes
        #expect(try editor.edited(stripped).bytes == stripped)
        #expect(TestTIFF.read(stripped)[0].tags[271] != nil && TestTIFF.read(stripped)[0].tags[305] == nil)
    }

    @Test("What is set after the strip stays, also if it was there before", arguments: [true, false])
    func setLater(_ isBig: Bool) throws {
        let edits: [MetadataEdit] = try [
            .strip(MetadataStrip(.private)), .set("IFD0:Copyright", to: ["A. Person"]),
            .set("ExifIFD:UserComment", to: ["mine"]), .set("XMP:dc:rights", to: ["A. Person"]),
            .set("IPTC:CopyrightNotice", to: ["A. Person"]),
        ]
        var bytes = Self.file(true, isBig) { $0.extra[33_432] = (2, Array("A. Person\0".utf8).map { Int($0) }) }.bytes
        for _ in 0..<2 {
            bytes = try MetadataEditor(edits).edited(bytes).bytes
            let properties = try ImageProperties(reading: bytes)
            #expect(properties.tiff.copyright == "A. Person" && properties.iptc?.texts(116) == ["A. Person"])
            #expect(properties.tiff.software == nil)
        }
    }

    @Test("Pages that share their strips share them in the new file")
    func shared() throws {
        let plain = TestTIFF(pages: [TestTIFF.Page(width: 200, height: 100, rowsPerStrip: 100, orientation: 1)]).bytes
        // The next directory is a copy of the first, at the end of the file.
        var bytes = plain + (plain.count % 2 == 1 ? [0] : [])
        let offset = Int(bytes[4]) | Int(bytes[5]) << 8 | Int(bytes[6]) << 16
        let length = 2 + Int(bytes[offset]) * 12
        let end = UInt32(bytes.count)
        bytes += plain[offset..<offset + length + 4]
        bytes.replaceSubrange(offset + length..<offset + length + 4, with: end.littleEndianBytes)
        let edited = try MetadataEditor([.strip(try MetadataStrip(.all))]).edited(bytes).bytes
        #expect(TestTIFF.read(edited).count == 2 && edited.count <= bytes.count)
    }
}
