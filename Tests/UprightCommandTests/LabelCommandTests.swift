import Foundation
internal import TestRaster
import TestSupport
import Testing
internal import UprightBase
internal import UprightFormats

/// Labels beside a picture are members of its shot, and turn with it or are refused.
@Suite struct LabelCommandTests {
    private let folder: TemporaryFolder
    private static let yolo = "0 0.25 0.125 0.5 0.25\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            folders: [{source: drop, output: out, settle: 0ms, retire-after: 0s, originals: move, originals-folder: kept}]
            state: state
            """, to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "drop/a.jpg")
        try folder.place("samples/orientation-1.jpg", as: "drop/b.jpg")
        try folder.write(Self.yolo, to: "drop/a.txt")
        try folder.write(Self.yolo, to: "drop/b.txt")
        try folder.write("", to: "drop/b.jpg.txt")
        try folder.write(labelMe("[[10, 20]]", 320, 480), to: "drop/a.json")
    }

    private func labelMe(_ points: String, _ width: Int, _ height: Int) -> String {
        #"{"shapes": [{"points": \#(points)}], "imagePath": "a.jpg", "imageWidth": \#(width), "imageHeight": \#(height)}"#
    }

    private func run(_ arguments: String...) throws -> Command {
        try Command.run(
            Command.built("upright").path(), ["reprocess", "--config", "pipeline.yaml"] + arguments, in: folder.url)
    }

    private func text(_ name: String) -> String? { folder.bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

    private func files(_ name: String) -> [String] {
        folder.files.filter { $0.hasPrefix(name + "/") && !$0.hasSuffix(".upright") }.map {
            String($0.dropFirst(name.count + 1))
        }.sorted()
    }

    @Test func labelsThatSayNothingOfTheirPictureAreRejectedAndKeepTheirShot() throws {
        let run = try run("-v")
        #expect(run.status == 1 && run.output.contains("labelled: stored"), "\(run)")
        #expect(files("out") == ["a.jpg", "a.json", "b.jpg", "b.jpg.txt", "b.txt"])
        #expect(text("out/b.txt") == Self.yolo && text("out/b.jpg.txt") == "")
        #expect(text("out/a.json") == labelMe("[[460, 10]]", 480, 320))
        #expect(files("drop") == ["a.jpg", "a.json", "a.txt"])
        // Once the user has said it, the shot is whole and leaves.
        let again = try self.run("--labelled", "stored")
        #expect(again.status == 0, "\(again)")
        #expect(text("out/a.txt") == "0 0.875 0.25 0.25 0.5\n")
        #expect(files("drop").isEmpty && files("kept") == ["a.jpg", "a.json", "a.txt", "b.jpg", "b.jpg.txt", "b.txt"])
    }

    @Test func theConfigurationSaysHowLabelsWereMade() throws {
        let settings = try #require(text("pipeline.yaml"))
        try folder.write(settings + "\nlabelled: displayed\n", to: "pipeline.yaml")
        let run = try run("-v")
        // The dimensions in a.json contradict it.
        #expect(run.status == 1 && run.output.contains("dimensions of the stored one"), "\(run)")
        #expect(text("out/a.txt") == Self.yolo && text("out/a.json") == nil)
        try folder.write(settings + "\nlabelled: guess\n", to: "pipeline.yaml")
        #expect(try self.run().status == 78)
    }

    @Test func capitalsAndCaptionsGoAlongAsTheyAre() throws {
        try folder.place("samples/orientation-6.jpg", as: "in/c.jpg")
        try folder.write("a dog on a beach\n", to: "in/c.TXT")
        try folder.write(#"{"title": "c.jpg"}"#, to: "in/c.json")
        let run = try run("in", "-o", "out")
        #expect(run.status == 0, "\(run)")
        #expect(files("out") == ["c.TXT", "c.jpg", "c.json"] && text("out/c.TXT") == "a dog on a beach\n")
    }

    /// A mask is a picture of its own, and turns with the picture that its name and folder say, in any order.
    @Test(arguments: [
        ("images/train/p.jpg", "masks/train/p.png"), ("p.jpg", "p_mask.png"), ("p.jpg", "masks/p.png"),
        ("images/p.jpg", "masks/p_mask.png"), ("JPEGImages/p.jpg", "SegmentationClass/p.png"),
    ])
    func aMaskTurnsWithItsPicture(picture: String, mask: String) throws {
        try folder.write(
            """
            folders: [{source: set, output: done, settle: 0ms, retire-after: 0s, originals: move, originals-folder: kept}]
            state: state
            """, to: "pipeline.yaml")
        let stored = TestPNG(Size(width: 320, height: 480), .palette, depth: 4).file
        try folder.write(stored, to: "set/\(mask)")
        try folder.write(stored, to: "turned.png")
        let turned = try Command.run(
            Command.built("upright").path(), ["turn", "right", "--pixels", "turned.png"], in: folder.url)
        #expect(turned.status == 0, "\(turned)")
        try folder.place("samples/orientation-6.jpg", as: "set/\(picture)")
        for arguments in [["set", "-o", "other"], ["--config", "pipeline.yaml"]] {
            let run = try Command.run(Command.built("upright").path(), ["reprocess"] + arguments, in: folder.url)
            #expect(run.status == 0, "\(run)")
            let made = folder.bytes(of: (arguments.count == 3 ? "other/" : "done/") + mask)
            #expect(made == folder.bytes(of: "turned.png") && made != stored)
        }
        // Its picture has left, and the journal knows how it was turned.
        try folder.write(stored, to: "set/\(mask)")
        #expect(try run().status == 0)
        #expect(!folder.files.contains("set/\(mask)"))
        let displayed = TestPNG(Size(width: 480, height: 320), .gray, depth: 1).file
        try folder.place("samples/orientation-6.jpg", as: "again/\(picture)")
        try folder.write(displayed, to: "again/\(mask)")
        #expect(try run("again", "-o", "displayed").status == 0)
        #expect(folder.bytes(of: "displayed/\(mask)") == displayed)
        let other = TestPNG(Size(width: 48, height: 32), .gray).file
        try folder.write(other, to: "again/\(mask)")
        let warned = try run("again", "-o", "other-size")
        #expect(warned.status == 0 && warned.error.contains("as a mask of it would be"), "\(warned)")
        #expect(folder.bytes(of: "other-size/\(mask)") == other)
    }

    @Test func aMaskThatSaysNothingOfItsPictureIsRejected() throws {
        try folder.place("samples/orientation-3.jpg", as: "set/images/p.jpg")
        let stored = TestPNG(Size(width: 480, height: 320), .palette, depth: 8).file
        try folder.write(stored, to: "set/masks/p.png")
        let run = try run("set", "-o", "made")
        #expect(run.status == 1 && run.error.contains("labelled: stored"), "\(run)")
        #expect(folder.bytes(of: "made/masks/p.png") == nil && folder.bytes(of: "set/masks/p.png") == stored)
        #expect(try self.run("set", "-o", "made", "--labelled", "stored").status == 0)
        let made = folder.bytes(of: "made/masks/p.png")
        #expect(made != nil && made != stored)
    }

    /// Data sets keep labels in folders of their own, which mirror those of the pictures.
    @Test(arguments: [
        ("images/train", "labels/train", "txt"), ("JPEGImages", "Annotations", "xml"),
        ("images", "annotations", "json"),
    ])
    func labelsInAFolderOfTheirOwnFollowTheirPicture(pictures: String, labels: String, suffix: String) throws {
        try folder.write(
            """
            folders: [{source: set, output: done, settle: 0ms, retire-after: 0s, originals: move, originals-folder: kept}]
            state: state
            labelled: stored
            """, to: "pipeline.yaml")
        try folder.place("samples/orientation-6.jpg", as: "set/\(pictures)/p.jpg")
        try folder.place("samples/orientation-1.jpg", as: "set/\(pictures)/q.jpg")
        let voc =
            "<annotation><object><bndbox><xmin>11</xmin><ymin>21</ymin><xmax>30</xmax><ymax>60</ymax></bndbox></object></annotation>"
        let text = ["txt": Self.yolo, "xml": voc, "json": labelMe("[[10, 20]]", 320, 480)]
        let turned = [
            "txt": "0 0.875 0.25 0.25 0.5\n",
            "xml": voc.replacing("11<", with: "421<").replacing("21</ymin", with: "11</ymin").replacing(
                "30<", with: "460<"
            )
            .replacing("60</ymax", with: "30</ymax"),
            "json": labelMe("[[460, 10]]", 480, 320),
        ]
        for name in ["p", "q"] { try folder.write(try #require(text[suffix]), to: "set/\(labels)/\(name).\(suffix)") }
        let run = try run("-v")
        #expect(run.status == 0, "\(run)")
        #expect(self.text("done/\(labels)/p.\(suffix)") == turned[suffix])
        #expect(self.text("done/\(labels)/q.\(suffix)") == text[suffix])
        #expect(files("done").count == 4, "\(files("done"))")
        #expect(files("set").isEmpty && files("kept").count == 4, "\(files("set"))")
    }

    /// It lies beside the labels, or was delivered before them.
    @Test(arguments: ["set", "done"])
    func labelsOfPosesAskDataYAML(place: String) throws {
        try folder.place("samples/orientation-6.jpg", as: "set/train/images/p.jpg")
        try folder.write("0 0.5 0.5 0.2 0.1 0.25 0.75 0.5 0.125\n", to: "set/train/labels/p.txt")
        try folder.write("kpt_shape: [2, 2]\n", to: "\(place)/data.yaml")
        let run = try run("set", "-o", "done", "--labelled", "stored")
        #expect(run.status == 0, "\(run)")
        #expect(text("done/train/labels/p.txt") == "0 0.5 0.5 0.1 0.2 0.25 0.25 0.875 0.5\n")
    }

    @Test func labelsOfNoPictureArePassedOnWithAWarning() throws {
        try folder.place("samples/orientation-6.jpg", as: "set/p.jpg")
        try folder.write(#"{"images": [{"id": 1}, {"id": 2}], "annotations": []}"#, to: "set/instances.json")
        try folder.write("a text\n", to: "set/README.txt")
        let run = try run("set", "-o", "done", "--others", "copy", "-v")
        #expect(run.status == 0 && run.output.contains("it holds labels (COCO)"), "\(run)")
        #expect(run.output.components(separatedBy: "it holds labels").count == 2, "\(run)")
        #expect(files("done") == ["README.txt", "instances.json", "p.jpg"])
    }
}
