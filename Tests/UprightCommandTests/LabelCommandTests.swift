import Foundation
import TestSupport
import Testing

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
