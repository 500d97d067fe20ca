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
        let dry = try run("turn", "right", "odd.jpg", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("would turn"), "\(dry)")
        #expect(dry.error.contains("would be kept as odd.jpg.orig"), "\(dry)")
        let isKept = folder.bytes(of: "odd.jpg") == original && folder.bytes(of: "odd.jpg.orig") == nil
        #expect(isKept)
        let turned = try run("turn", "right", "odd.jpg")
        #expect(turned.status == 0 && turned.error.contains("requantized"), "\(turned)")
        let isBackedUp = folder.bytes(of: "odd.jpg.orig") == original && folder.bytes(of: "odd.jpg") != original
        #expect(isBackedUp)
    }

    @Test func aSidecarThatIsNotTurnedIsNamed() throws {
        try folder.write("<x/>", to: "b.png.xmp")
        let turned = try run("turn", "left", "b.png")
        #expect(turned.status == 0 && turned.error.contains("b.png.xmp describes the picture as it was"), "\(turned)")
        #expect(folder.bytes(of: "b.png.xmp") == Array("<x/>".utf8))
    }

    @Test func whatCannotBeTurnedStays() throws {
        let original = try #require(folder.bytes(of: "lossy.webp"))
        let refused = try run("turn", "left", "lossy.webp", "b.png", "--json")
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
