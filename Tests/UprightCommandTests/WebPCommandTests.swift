import Foundation
import TestSupport
import Testing

/// WebP files in confined workers, judged by Pillow, which composes the frames of animations by libwebp's own code.
@Suite struct WebPCommandTests {
    private static let judge = """
        import sys
        from PIL import Image, ImageSequence
        turn = {'1': None, '2': Image.FLIP_LEFT_RIGHT, '3': Image.ROTATE_180, '4': Image.FLIP_TOP_BOTTOM, '5': Image.TRANSPOSE,
                '6': Image.ROTATE_270, '7': Image.TRANSVERSE, '8': Image.ROTATE_90}[sys.argv[3]]
        def frames(path):
            with Image.open(path) as image:
                return [(frame.convert('RGBA'), frame.info.get('duration')) for frame in ImageSequence.Iterator(image)]
        stored, upright = frames(sys.argv[1]), frames(sys.argv[2])
        assert len(stored) == len(upright), (len(stored), len(upright))
        for (before, time), (after, other) in zip(stored, upright):
            wanted = before if turn is None else before.transpose(turn)
            assert time == other and wanted.size == after.size, (time, other, wanted.size, after.size)
            assert wanted.tobytes() == after.tobytes()
        """
    private static let pillow =
        (try? Command.run("python3", ["-c", "from PIL import features; assert features.check('webp_anim')"]).status)
        == 0

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    private func expectTurned(_ before: String, _ after: String, by orientation: Int) throws {
        guard Self.pillow else { return }
        let judged = try Command.run(
            "python3", ["-c", Self.judge, before, after, String(orientation)], in: folder.url)
        #expect(judged.status == 0, "\(before) \(orientation): \(judged.error)")
    }

    @Test(arguments: 2...8)
    func everyOrientationIsTurned(orientation: Int) throws {
        for name in ["lossless", "animation"] {
            try folder.place("webp/\(name)-turned.webp", as: "in/\(name).webp")
            let set = try run("tag", "in/\(name).webp", "--set", "IFD0:Orientation=\(orientation)")
            #expect(set.status == 0, "\(set)")
        }
        let run = try run("reprocess", "in", "--output", "out", "--json")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.split(separator: "\n").allSatisfy { $0.contains("\"normalized\"") }, "\(run)")
        for name in ["lossless.webp", "animation.webp"] {
            try expectTurned("in/\(name)", "out/\(name)", by: orientation)
            let before = try self.run("inspect", "--json", "out/\(name)")
            #expect(before.output.contains("\"Orientation\":1"), "\(before)")
        }
        let again = try self.run("reprocess", "out", "--output", "twice", "--json")
        #expect(again.output.split(separator: "\n").allSatisfy { $0.contains("\"unchanged\"") }, "\(again)")
    }

    @Test func picturesAreTurnedByHandAndBack() throws {
        for name in ["simple", "lossless-upright", "animation-upright"] {
            try folder.place("webp/\(name).webp", as: "\(name).webp")
            try folder.place("webp/\(name).webp", as: "before-\(name).webp")
            #expect(try run("turn", "right", "\(name).webp").status == 0)
            try expectTurned("before-\(name).webp", "\(name).webp", by: 6)
            #expect(try run("turn", "left", "\(name).webp").status == 0)
            try expectTurned("before-\(name).webp", "\(name).webp", by: 1)
            #expect(try run("turn", "mirror", "\(name).webp").status == 0)
            try expectTurned("before-\(name).webp", "\(name).webp", by: 2)
        }
    }
}
