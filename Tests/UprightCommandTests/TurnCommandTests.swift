import Foundation
import TestSupport
import Testing

/// `upright turn` as scripts use it.
@Suite struct TurnCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/orientation-6.jpg", as: "a.jpg")
        try folder.place("png/upright.png", as: "b.png")
        try folder.place("gif/animation-upright.gif", as: "c.gif")
        try folder.place("samples/odd-size.jpg", as: "odd.jpg")
        // A VP8 key frame of 24×16 pixels.
        let coded: [UInt8] = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 24, 0, 16, 0, 1, 2, 3, 4]
        try folder.write(
            Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [14, 0, 0, 0] + coded, to: "lossy.webp")
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func objects(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// The size and orientation that `inspect` shows.
    private func shown(_ name: String) throws -> [Int?] {
        let properties = try #require(try objects(try run("inspect", "--json", name).output).first)["properties"]
        let values = properties as? [String: Any]
        return ["PixelWidth", "PixelHeight", "Orientation"].map { values?[$0] as? Int }
    }

    @Test("a raw file that is not built like a TIFF is left, and the message says which are turned")
    func otherRawFiles() throws {
        let bytes = Array("\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom\0\0\0\u{8}mdat".utf8)
        try folder.write(bytes, to: "a.cr3")
        for arguments in [["turn", "left", "a.cr3"], ["turn", "left", "--tag", "a.cr3"]] {
            let found = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
            #expect(found.status == 1 && found.error.contains("(DNG, NEF, ARW, CR2)"), "\(found)")
        }
        #expect(folder.bytes(of: "a.cr3") == bytes)
    }

    @Test func filesAreTurnedInPlace() throws {
        let before = try shown("a.jpg")
        let turned = try run("turn", "left", "a.jpg", "b.png", "c.gif", "--json")
        #expect(turned.status == 0, "\(turned)")
        #expect(try objects(turned.output).map { $0["outcome"] as? String } == ["turned", "turned", "turned"])
        // It is shown turned by 90° when its orientation is 6: another quarter turn gives the stored size again.
        #expect(try shown("a.jpg") == [before[0], before[1], 1])
        #expect(!folder.files.contains { $0.hasSuffix(".orig") || $0.hasSuffix(".partial") })
        let left = try #require(folder.bytes(of: "b.png"))
        for direction in ["left", "right", "right", "left"] {
            #expect(try run("turn", direction, "b.png").status == 0)
        }
        #expect(folder.bytes(of: "b.png") == left)
    }

    @Test func theTurnsAreThoseOfAPictureThatIsSeen() throws {
        #expect(try run("turn", "right", "b.png", "-o", "right").status == 0)
        #expect(try run("turn", "left", "b.png", "-o", "left").status == 0)
        #expect(try run("turn", "180", "b.png", "-o", "half").status == 0)
        #expect(try run("turn", "mirror", "b.png", "-o", "mirror").status == 0)
        #expect(try run("turn", "flip", "b.png", "-o", "flip").status == 0)
        guard Command.exists("python3") else { return }
        let judge = """
            from PIL import Image, ImageOps
            source = Image.open('b.png').convert('RGBA')
            for name, wanted in [
                ('right', source.transpose(Image.ROTATE_270)), ('left', source.transpose(Image.ROTATE_90)),
                ('half', source.transpose(Image.ROTATE_180)), ('mirror', ImageOps.mirror(source)), ('flip', ImageOps.flip(source))]:
                found = Image.open(name + '/b.png').convert('RGBA')
                assert found.size == wanted.size and found.tobytes() == wanted.tobytes(), name
            """
        let judged = try Command.run("/usr/bin/python3", ["-c", judge], in: folder.url)
        #expect(judged.status == 0 || judged.error.contains("No module named 'PIL'"), "\(judged.error)")
    }

    @Test func aTurnThatIsNotExactKeepsTheOriginal() throws {
        let original = try #require(folder.bytes(of: "odd.jpg"))
        let dry = try run("turn", "right", "odd.jpg", "--pixels", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("would turn"), "\(dry)")
        #expect(dry.error.contains("would be kept as odd.jpg.orig"), "\(dry)")
        let isKept = folder.bytes(of: "odd.jpg") == original && folder.bytes(of: "odd.jpg.orig") == nil
        #expect(isKept)
        // One original for all turns, of the first state.
        for direction in ["right", "right", "flip", "left"] {
            let turned = try run("turn", direction, "odd.jpg", "--pixels")
            #expect(turned.status == 0, "\(turned)")
            let isBackedUp = folder.bytes(of: "odd.jpg.orig") == original && folder.bytes(of: "odd.jpg") != original
            #expect(isBackedUp)
        }
        #expect(folder.files.filter { $0.contains("odd") } == ["odd.jpg", "odd.jpg.orig"])
        let undone = try run("turn", "--undo", "odd.jpg", "--json")
        #expect(try objects(undone.output).first?["outcome"] as? String == "restored", "\(undone)")
        let isRestored = folder.bytes(of: "odd.jpg") == original && folder.bytes(of: "odd.jpg.orig") == nil
        #expect(isRestored)
        let again = try run("turn", "--undo", "odd.jpg")
        #expect(again.status == 1 && again.error.contains("expected the original at odd.jpg.orig, found nothing"))
    }

    @Test func whatWasChangedSinceStaysAndTheOriginalToo() throws {
        let original = try #require(folder.bytes(of: "odd.jpg"))
        #expect(try run("turn", "right", "odd.jpg", "--pixels").status == 0)
        #expect(try run("tag", "odd.jpg", "--set", "EXIF:Artist=Somebody").status == 0)
        let edited = try #require(folder.bytes(of: "odd.jpg"))
        let refused = try run("turn", "--undo", "odd.jpg")
        #expect(refused.status == 1 && refused.error.contains("was changed after it was turned"), "\(refused)")
        // What is there now has no copy yet: a turn that loses something waits for a free name, one that does not goes on.
        let lossy = try run("turn", "right", "odd.jpg", "--pixels")
        #expect(lossy.status == 1 && lossy.error.contains("one of another file, or of another state"), "\(lossy)")
        #expect(folder.bytes(of: "odd.jpg") == edited)
        #expect(try run("turn", "right", "odd.jpg").status == 0)
        #expect(try run("turn", "--undo", "odd.jpg").status == 1)
        #expect(folder.bytes(of: "odd.jpg.orig") == original)
        // A file of another program in the original's place is none.
        try folder.place("samples/odd-size.jpg", as: "other.jpg")
        try folder.write([1, 2, 3], to: "other.jpg.orig")
        let taken = try run("turn", "right", "other.jpg", "--pixels")
        #expect(taken.status == 1 && taken.error.contains("one of another file, or of another state"), "\(taken)")
        #expect(folder.bytes(of: "other.jpg") == original)
        #expect(try run("turn", "--undo", "other.jpg").status == 1)
        #expect(folder.bytes(of: "other.jpg.orig") == [1, 2, 3])
    }

    @Test func whereATurnWouldLoseTheOrientationIsSet() throws {
        #expect(try run("tag", "odd.jpg", "--set", "IFD0:Orientation=1").status == 0)
        let turned = try run("turn", "right", "odd.jpg", "lossy.webp")
        #expect(turned.status == 0 && turned.error.contains("the pixels stay as they are"), "\(turned)")
        #expect(try shown("odd.jpg")[2] == 6)
        #expect(try shown("lossy.webp")[2] == 6)
        #expect(!folder.files.contains { $0.hasSuffix(".orig") })
        #expect(try run("turn", "left", "b.png", "--tag").status == 0)
        #expect(try shown("b.png")[2] == 8)
    }

    private static func packet(_ orientation: Int, _ x: String, _ y: String) -> [UInt8] {
        let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        let namespaces = """
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" \
            xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            """
        return Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(rdf)"><rdf:Description \(namespaces) \
            tiff:Orientation="\(orientation)"><mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>\
            <rdf:li><rdf:Description><mwg-rs:Area stArea:x="\(x)" stArea:y="\(y)" stArea:w="0.1" stArea:h="0.1" \
            stArea:unit="normalized"/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    @Test func aSidecarIsTurnedWithItsPicture() throws {
        let before = Self.packet(1, "0.25", "0.2")
        for name in ["b.png.xmp", "b.xmp", "odd.xmp"] { try folder.write(before, to: name) }
        #expect(try run("tag", "odd.jpg", "--set", "IFD0:Orientation=1").status == 0)
        #expect(try run("turn", "left", "b.png", "odd.jpg").status == 0)
        for name in ["b.png.xmp", "b.xmp"] {
            #expect(folder.bytes(of: name) == Self.packet(1, "0.2", "0.75"), "\(name)")
        }
        // The pixels stayed, and so do the regions in them.
        #expect(folder.bytes(of: "odd.xmp") == Self.packet(8, "0.25", "0.2"))
        for _ in 0..<3 { #expect(try run("turn", "left", "b.png", "odd.jpg").status == 0) }
        for name in ["b.png.xmp", "b.xmp", "odd.xmp"] { #expect(folder.bytes(of: name) == before, "\(name)") }
        // Its original is kept and restored with that of its picture.
        let picture = try #require(folder.bytes(of: "b.png"))
        #expect(try run("turn", "flip", "b.png", "--backup").status == 0)
        #expect(folder.bytes(of: "b.xmp.orig") == before)
        #expect(try run("turn", "--undo", "b.png").status == 0)
        #expect(folder.bytes(of: "b.xmp") == before && folder.bytes(of: "b.png") == picture)
        #expect(!folder.files.contains { $0.hasSuffix(".orig") })
    }

    @Test(
        "a turn that is killed between the picture and its sidecar is finished by the next one, whatever it is",
        arguments: [
            ["turn", "left"], ["tag", "--set", "XMP:dc:title=A"], ["turn", "--undo"],
            ["tag", "--sidecar", "xmp", "--set", "XMP:dc:title=A"],
            ["reprocess", "--output", "out"],
        ])
    func killed(next: [String]) throws {
        guard Command.exists("strace") else { return }
        let upright = Command.built("upright").path()
        let before = Self.packet(1, "0.25", "0.2")
        let picture = try #require(folder.bytes(of: "b.png"))
        var wasBetween = false
        for call in ["renameat2", "unlinkat", "fremovexattr"] {
            for position in 1...4 {
                try folder.write(picture, to: "b.png")
                try folder.write(before, to: "b.xmp")
                let injection = "\(call):signal=KILL:when=\(position)"
                _ = try Command.run(
                    "/usr/bin/strace",
                    ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=" + injection, upright]
                        + ["turn", "left", "b.png", "--backup"], in: folder.url)
                let isTurned = folder.bytes(of: "b.png") != picture
                wasBetween = wasBetween || isTurned && folder.bytes(of: "b.xmp") == before
                let ended = try Command.run(upright, next + ["b.png"], in: folder.url)
                // A turn of which nothing was done has no original to restore.
                #expect(ended.status == 0 || next.last == "--undo" && !isTurned, "\(injection): \(ended)")
                let turns = next.last == "--undo" ? 0 : (isTurned ? 1 : 0) + (next.last == "left" ? 1 : 0)
                let place = [("0.25", "0.2"), ("0.2", "0.75"), ("0.75", "0.8")][turns]
                let found = folder.bytes(of: next[0] == "reprocess" ? "out/b.xmp" : "b.xmp") ?? []
                let text = String(decoding: found, as: UTF8.self)
                #expect(text.contains("stArea:x=\"\(place.0)\" stArea:y=\"\(place.1)\""), "\(injection): \(text)")
                let leftovers = folder.files.filter { $0.hasPrefix(".upright") || $0.hasSuffix(".orig") } + ["out"]
                for name in leftovers { try? FileManager.default.removeItem(at: folder.url.appending(path: name)) }
            }
        }
        #expect(wasBetween)
    }

    @Test func aSidecarOfTwoFilesIsNotTurned() throws {
        let before = Self.packet(1, "0.25", "0.2")
        try folder.write(before, to: "b.xmp")
        try folder.write([1], to: "b.dng")
        let turned = try run("turn", "left", "b.png")
        #expect(turned.status == 0 && turned.error.contains("b.xmp is not turned with it: it is the sidecar of b.dng"))
        #expect(folder.bytes(of: "b.xmp") == before)
    }

    @Test func autoDoesWhatReprocessDoes() throws {
        try folder.write(Self.packet(6, "0.25", "0.2"), to: "a.xmp")
        #expect(try run("reprocess", "a.jpg", "--output", "out").status == 0)
        let turned = try run("turn", "auto", "a.jpg", "b.png", "--json")
        #expect(try objects(turned.output).map { $0["outcome"] as? String } == ["turned", "unchanged"], "\(turned)")
        #expect(folder.bytes(of: "a.jpg") == folder.bytes(of: "out/a.jpg"))
        #expect(folder.bytes(of: "a.xmp") == Self.packet(1, "0.8", "0.25"))
    }

    @Test func aPictureIsRefusedThatCannotBeTurned() throws {
        let original = try #require(folder.bytes(of: "lossy.webp"))
        let refused = try run("turn", "left", "lossy.webp", "b.png", "--pixels", "--json")
        #expect(refused.status == 1)
        let reports = try objects(refused.output)
        #expect(reports.map { $0["outcome"] as? String } == ["rejected", "turned"])
        #expect((reports.first?["reason"] as? String)?.contains("lossy") == true)
        #expect(folder.bytes(of: "lossy.webp") == original)
    }

    @Test func anExistingOutputIsReplacedWithForceOnly() throws {
        #expect(try run("turn", "left", "b.png", "--output", "out").status == 0)
        let left = try #require(folder.bytes(of: "out/b.png"))
        #expect(try run("turn", "left", "b.png", "--output", "out").status == 0)
        let refused = try run("turn", "right", "b.png", "--output", "out")
        #expect(refused.status == 1 && refused.error.contains("--force replaces it"), "\(refused)")
        #expect(folder.bytes(of: "out/b.png") == left)
        #expect(try run("turn", "right", "b.png", "--output", "out", "--force").status == 0)
        #expect(folder.bytes(of: "out/b.png") != left)
    }

    @Test(arguments: [
        ["turn"], ["turn", "left"], ["turn", "up", "b.png"], ["turn", "left", "b.png", "--force"],
        ["turn", "left", "b.png", "--backup", "--output", "out"], ["turn", "left", ""],
        ["turn", "--undo"], ["turn", "--undo", "b.png", "--tag"], ["turn", "auto", "b.png", "--tag"],
        ["turn", "left", "b.png", "--tag", "--pixels"], ["turn", "b.png"],
    ])
    func wrongUsage(arguments: [String]) throws {
        let run = try Command.run(Command.built("upright").path(), arguments, in: folder.url)
        #expect(run.status == 64, "\(arguments): \(run)")
    }

    @Test func aPictureWithoutAValidOrientationEndsWithOne() throws {
        #expect(try run("tag", "a.jpg", "--set", "IFD0:Orientation=1").status == 0)
        let size = try shown("a.jpg")
        #expect(try run("turn", "right", "a.jpg", "--backup").status == 0)
        #expect(try shown("a.jpg") == [size[1], size[0], 1])
        #expect(folder.bytes(of: "a.jpg.orig") != nil)
        #expect(try run("turn", "left", "missing.jpg").status == 1)
    }
}
