internal import Testing
internal import UprightBase
internal import UprightRewriting

/// Labels that cannot be turned for sure are refused; what holds no labels is not touched.
@Suite("Labels that are not guessed")
struct LabelRefusalTests {
    private static let size = Size(width: 40, height: 30)

    private func turned(
        _ text: String, _ convention: LabelConvention = .auto, _ orientation: Orientation = .right
    ) throws -> String? {
        var options = LabelOptions()
        options.convention = convention
        let made = try PictureLabels(PictureTurn(orientation, of: Self.size), options).turned(Array(text.utf8))
        return made.map { String(decoding: $0.bytes, as: UTF8.self) }.flatMap { $0 == text ? nil : $0 }
    }

    private func refusal(
        _ text: String, _ convention: LabelConvention = .stored, _ orientation: Orientation = .right
    ) -> String {
        do { return "turned: \(try turned(text, convention, orientation) ?? "nil")" } catch { return "\(error)" }
    }

    private static func labelMe(_ width: Int, _ height: Int, shape: String = "") -> String {
        """
        {"shapes": [{"points": [[1.50, 2]]\(shape)}], "imagePath": "a.jpg", "imageWidth": \(width), "imageHeight": \(height)}
        """
    }

    @Test("the dimensions say on which picture labels were made")
    func dimensions() throws {
        #expect(try turned(Self.labelMe(40, 30)) == Self.labelMe(30, 40).replacing("1.50, 2", with: "28, 1.50"))
        #expect(try turned(Self.labelMe(30, 40)) == nil)
        #expect(refusal(Self.labelMe(40, 30), .auto, .down).contains("labelled: stored"))
        #expect(try turned(Self.labelMe(40, 30), .displayed, .down) == nil)
        #expect(try turned(Self.labelMe(40, 30), .stored, .down)?.contains("[38.50, 28]") == true)
        #expect(refusal(Self.labelMe(80, 60)).contains("40×30 pixels as stored or 30×40 as displayed"))
        #expect(refusal(Self.labelMe(30, 40), .stored).contains("dimensions of the displayed one"))
    }

    @Test("YOLO has no dimensions: without the user's word, only an upright picture's labels pass")
    func yolo() throws {
        let line = "0 0.125 0.5 0.25 0.1\n"
        #expect(refusal(line, .auto).contains("labelled: stored"))
        #expect(try turned(line, .displayed) == nil)
        #expect(try turned(line, .auto, .up) == nil)
        #expect(try turned(line, .stored) == "0 0.5 0.125 0.1 0.25\n")
        #expect(try turned("", .auto) == nil)
        #expect(refusal("0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1\n").contains("polygons from poses"))
        #expect(refusal("0 12 14 3 4\n").contains("expected lines of YOLO or MOT"))
        // Poses of 17 key points with their visibility, as COCO's.
        let pose = "0 0.5 0.5 0.2 0.1" + String(repeating: " 0.25 0.75 2", count: 16) + " 0 0 0"
        #expect(
            try turned(pose, .stored)
                == "0 0.5 0.5 0.1 0.2" + String(repeating: " 0.25 0.25 2", count: 16) + " 0 0 0")
    }

    @Test("labels that a word of the user would turn are told apart from those that nothing turns")
    func silence() {
        func isSilent(_ text: String) -> Bool? {
            do { _ = try turned(text, .auto) } catch { return (error as? LabelRefusal)?.isSilent }
            return nil
        }
        #expect(isSilent("0 0.125 0.5 0.25 0.1\n") == true)
        #expect(isSilent(Self.labelMe(80, 60)) == false)
    }

    @Test("XML of more levels than any program writes is refused, and not kept in memory")
    func depth() {
        func nested(_ levels: Int) -> String {
            "<annotation>" + String(repeating: "<a>", count: levels - 1) + String(repeating: "</a>", count: levels - 1)
                + "</annotation>"
        }
        #expect(refusal(nested(65)).contains("at most 64 levels deep"))
        #expect(!refusal(nested(64)).contains("levels deep"))
    }

    @Test(
        "what holds no labels stays",
        arguments: [
            "a caption of 3 words", "{", "{}", "[]", "[1, 2]", #"{"title": "a.jpg", "imageViews": "3"}"#, "3",
            "\u{FEFF}",
            #"{"images": 3, "annotations": null}"#, #"{"shapes": null, "imagePath": 1}"#,
        ])
    func others(text: String) throws { #expect(try turned(text, .stored) == nil) }

    @Test(
        "what a turn would not move rightly is refused",
        arguments: [
            labelMe(40, 30, shape: #", "mask": "iVBOR""#),
            labelMe(40, 30).replacing("[1.50, 2]", with: #"["1", 2]"#),
            labelMe(40, 30).replacing("[1.50, 2]", with: "[1e999, 2]"),
            labelMe(40, 30).replacing("[1.50, 2]", with: "[1, 2, 3]"), labelMe(40, 30) + ",",
            #"{"images": [{"width": 40, "height": 30}, {}], "annotations": []}"#,
            #"{"images": [{"width": 40, "height": 30}], "annotations": [{"segmentation": {"counts": [1], "size": [30, 40]}}]}"#,
            #"{"images": [{"width": 40, "height": 30}], "annotations": [{"bbox": [1, 2, 3]}]}"#,
            #"[{"data": {}, "annotations": [{"result": [{"original_width": 40, "original_height": 30, "value": {"rle": [1]}}]}]}]"#,
        ])
    func refused(text: String) {
        let reason = refusal(text)
        #expect(reason.contains("expected") || reason.contains("cannot be"), "\(reason)")
        #expect(!reason.hasPrefix("turned"), "\(reason)")
    }

    @Test(
        "differences keep the digits of the file",
        arguments: [
            ("0.1", "29.9"), ("0.10", "29.90"), ("-0.5", "30.5"), ("29.99999999999999", "0.00000000000001"),
            ("1e-3", "29.999"),
            ("30", "0"), ("-0.0", "30.0"), ("123456789012345.5", "-123456789012315.5"),
            ("0.30000000000000004", "29.69999999999999996"),
        ])
    func digits(written: String, made: String) throws {
        let text = Self.labelMe(40, 30).replacing("1.50, 2", with: "5, \(written)")
        #expect(try turned(text)?.contains("[\(made), 5]") == true)
    }
}
