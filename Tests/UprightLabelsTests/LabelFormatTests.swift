internal import Foundation
internal import Testing
internal import UprightBase
internal import UprightRewriting

/// The formats whose files are not JSON of pixels, and what each has besides boxes. The Python tests rasterise them, too.
@Suite("Formats of labels")
struct LabelFormatTests {
    private static let size = Size(width: 40, height: 30)
    private static let orientations = Orientation.allCases.filter { $0 != .up }

    private func turned(
        _ text: String, _ orientation: Orientation = .right, _ change: (inout LabelOptions) -> Void = { _ in }
    ) throws -> String {
        var options = LabelOptions()
        options.convention = .stored
        change(&options)
        let made = try PictureLabels(PictureTurn(orientation, of: Self.size), options).turned(Array(text.utf8))
        return String(decoding: try #require(made).bytes, as: UTF8.self)
    }

    private func refusal(
        _ text: String, _ change: (inout LabelOptions) -> Void = { _ in }
    ) -> String {
        do { return "turned: \(try turned(text, .right, change))" } catch { return "\(error)" }
    }

    /// The box of pixels, with its first and last indices, after a turn.
    private static func turned(_ box: Rect, _ orientation: Orientation) -> Rect {
        orientation.transform(in: size).applied(to: box)
    }

    @Test("Pascal VOC counts pixels from 1, and keeps every other byte", arguments: orientations)
    func voc(orientation: Orientation) throws {
        let box = Rect(x: 2, y: 4, width: 10, height: 6)
        func text(_ box: Rect, _ size: Size, _ point: Point) -> String {
            """
            <annotation verified="yes">\r
            \t<filename>a.jpg</filename><!-- kept --><size><width>\(size.width)</width><height>\(size.height)</height></size>
            \t<object><name>dog &amp; cat</name><bndbox><xmin>\(box.x + 1)</xmin><ymin>\(box.y + 1)</ymin><xmax>
            """
                + "\(box.x + box.width)</xmax><ymax>\(box.y + box.height)</ymax></bndbox><point><x>\(point.x + 1)</x><y>"
                + "\(point.y + 1)</y></point></object></annotation>"
        }
        let made = try turned(text(box, Self.size, Point(x: 3, y: 7)), orientation)
        let point = orientation.transform(in: Self.size).applied(to: Point(x: 3, y: 7))
        #expect(made == text(Self.turned(box, orientation), Self.size.turned(by: orientation), point))
    }

    @Test("CVAT's masks and points", arguments: orientations)
    func cvat(orientation: Orientation) throws {
        let text = """
            <annotations><image name='a.jpg' width="40" height="30"><mask rle="1, 1, 4" left="3" top="4" width="3" height="2"/>
            <points label="p" points="1.50,2.00"/><box label="b" xtl="0.50" ytl="1" xbr="10" ybr="20.25" rotation="30"/></image></annotations>
            """
        let made = try turned(text, orientation)
        let transform = orientation.transform(in: Self.size)
        #expect(made.contains("rotation=\"330\"") == (transform.a * transform.d < transform.b * transform.c))
        let pixel = orientation.transform(in: Self.size).applied(to: Point(x: 4, y: 4))
        let values = made.split(separator: "\"").map(String.init)
        func value(_ name: String) throws -> String {
            let index = try #require(values.firstIndex { $0.hasSuffix(" \(name)=") })
            return values[index + 1]
        }
        let left = try #require(Int(try value("left")))
        let counts = try #require(Int(try value("rle").prefix { $0 != "," }))
        let width = orientation.transposes ? 2 : 3
        let top = try #require(Int(try value("top")))
        #expect(Point(x: left + counts % width, y: top + counts / width) == pixel)
        #expect(made.contains("name='a.jpg'"))
        #expect(refusal(text.replacing("<points", with: "<cuboid")).contains("cuboid"))
    }

    @Test("The direction of a rotated box turns, from 0 to less than a whole turn", arguments: orientations)
    func direction(orientation: Orientation) throws {
        let text = """
            {"shapes": [{"label": "a", "shape_type": "rotation", "direction": 0.5, "points": [[1, 1], [2, 1], [2, 2], [1, 2]]}],
            "imagePath": "a.jpg", "imageHeight": 30, "imageWidth": 40}
            """
        let root = try LocatedJSON(parsing: Array(try turned(text, orientation).utf8))
        guard case .scalar(.number(let found))? = root["shapes"]?.elements?.first?["direction"]?.content else {
            Issue.record("expected a direction, found none")
            return
        }
        let transform = orientation.transform(in: Size(width: 1, height: 1))
        let (end, start) = (transform.applied(x: cos(0.5), y: sin(0.5)), transform.applied(x: 0, y: 0))
        #expect(found >= 0 && found < 2 * .pi)
        #expect(abs(cos(found) - (end.x - start.x)) < 1e-6 && abs(sin(found) - (end.y - start.y)) < 1e-6)
    }

    @Test("run lengths of COCO turn, compressed or not")
    func runLengths() throws {
        func text(_ mask: String) -> String {
            """
            {"images": [{"width": 4, "height": 2}], "annotations": [{"segmentation": \(mask), "area": 3}]}
            """
        }
        func turned(_ mask: String) throws -> String {
            let made = try PictureLabels(PictureTurn(.right, of: Size(width: 4, height: 2))).turned(
                Array(text(mask).utf8))
            return String(decoding: try #require(made).bytes, as: UTF8.self)
        }
        // The columns 01 11 00 00 become, turned clockwise, 1100 0100.
        let made = try turned(#"{"size": [2, 4], "counts": [1, 3, 4]}"#)
        #expect(made.contains(#"{"size": [4, 2], "counts": [0, 2, 3, 1, 2]}"#))
        #expect(made.contains(#"{"width": 2, "height": 4}"#) && made.contains(#""area": 3"#))
        #expect(try turned(#"{"size": [2, 4], "counts": "134"}"#).contains(#"{"size": [4, 2], "counts": "023OO"}"#))
        for bad in [#"[1]"#, #"[9]"#, #"[-1, 9]"#, #""~""#, #""1P""#, #"[1, 3, 4, 99999999999999]"#] {
            #expect(throws: LabelRefusal.self) { try turned(#"{"size": [2, 4], "counts": \#(bad)}"#) }
        }
    }

    @Test("boxes and points of COCO-WholeBody, and DensePose's frame of its box")
    func wholeBody() throws {
        let text = """
            {"images": [{"width": 40, "height": 30}], "annotations": [{"bbox": [0, 0, 40, 30], "face_box": [2, 3, 4, 5],
            "lefthand_box": [0, 0, 0, 0], "face_kpts": [2.5, 3, 0.9, 0, 0, 0], "foot_kpts": [2, 3, 1], "face_valid": true,
            "dp_x": [0.0, 255], "dp_y": [10.5, 20], "dp_I": [1, 2], "dp_U": [0.25, 0.5], "dp_V": [0.1, 0.2], "dp_masks": [[]]}]}
            """
        let made = try turned(text)
        for expected in [
            #""face_box": [22, 2, 5, 4]"#, #""lefthand_box": [0, 0, 0, 0]"#, #""face_kpts": [27, 2.5, 0.9, 0, 0, 0]"#,
            #""foot_kpts": [26, 2, 1]"#, #""dp_x": [244.5, 235], "dp_y": [0.0, 255], "dp_I": [1, 2]"#,
            #""dp_U": [0.25, 0.5]"#,
        ] { #expect(made.contains(expected), "\(made)") }
    }

    @Test("Label Studio's drafts, vertices and rotated regions")
    func labelStudio() throws {
        func text(_ list: String, _ value: String) -> String {
            """
            [{"id": 1, "data": {"image": "a.jpg"}, "\(list)": [{"result": [{"original_width": 40, "original_height": 30, "value":
            \(value)}]}]}]
            """
        }
        for list in ["annotations", "predictions", "drafts"] {
            #expect(try turned(text(list, #"{"x": 10, "y": 20}"#)).contains(#"{"x": 80, "y": 10}"#))
        }
        let vertices = #"{"vertices": [{"x": 10, "y": 20, "controlPoint1": {"x": 5, "y": 6}}], "closed": true}"#
        #expect(
            try turned(text("annotations", vertices)).contains(
                #"[{"x": 80, "y": 10, "controlPoint1": {"x": 94, "y": 5}}]"#))
        let ellipse = #"{"x": 10, "y": 20, "radiusX": 3, "radiusY": 4, "rotation": 30}"#
        #expect(
            try turned(text("annotations", ellipse), .upMirrored).contains(
                #"{"x": 90, "y": 20, "radiusX": 3, "radiusY": 4, "rotation": 330}"#))
        #expect(refusal(text("annotations", #"{"sequence": [], "x": 1}"#)).contains("of a video"))
        #expect(refusal(text("annotations", #"{"x": 1, "y": 2, "anchors": [[3, 4]]}"#)).contains("value.anchors"))
    }

    @Test("masks keep their values, also as a data URL and in LabelMe", arguments: [Orientation.right, .leftMirrored])
    func masks(orientation: Orientation) throws {
        // A grey PNG of 2 bits with two pixels, 0 and 3.
        let png =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAgAAAACb+Tj3AAAACklEQVR4nGMwAAAAMgAxaciY+gAAAABJRU5ErkJggg=="
        let mask = try #require(Data(base64Encoded: png))
        var options = LabelOptions()
        options.convention = .stored
        let made = try PictureLabels(PictureTurn(orientation, of: Size(width: 2, height: 1)), options).turned(
            Array(mask))
        let bytes = try #require(made).bytes
        // IHDR: width 1, height 2, 2 bits, grey.
        #expect(Array(bytes[16..<26]) == [0, 0, 0, 1, 0, 0, 0, 2, 2, 0])
        let shape = """
            {"imagePath": "a.jpg", "imageWidth": 40, "imageHeight": 30, "shapes": [{"shape_type": "mask", "points": [[3, 4], [4, 4]],
            "mask": "\(png)"}]}
            """
        let text = try turned(shape, orientation)
        #expect(text.contains(Data(bytes).base64EncodedString()))
        let first = orientation == .right ? "[[25, 3], [25, 4]]" : "[[4, 3], [4, 4]]"
        #expect(text.contains("\"points\": \(first)"), "\(text)")
        #expect(refusal(shape.replacing("[4, 4]]", with: "[5, 4]]")).contains("a mask of 3×1 pixels"))
    }

    @Test("X-AnyLabeling's rotated boxes have a direction")
    func direction() throws {
        let text = """
            {"imagePath": "a.jpg", "imageWidth": 40, "imageHeight": 30, "shapes": [{"shape_type": "rotation", "points": [[1, 2]],
            "direction": 0.5, "kie_linking": [[1, 2]], "group_id": 3, "flags": {}}]}
            """
        for (orientation, direction) in [(Orientation.right, 0.5 + .pi / 2), (.upMirrored, .pi - 0.5)] {
            let rest = try #require(try turned(text, orientation).components(separatedBy: "\"direction\": ").last)
            let made = try #require(Double(rest.prefix { $0 != "," }))
            #expect(abs(made - direction) < 1e-9)
        }
        #expect(try turned(text.replacing("rotation", with: "polygon")).contains("\"direction\": 0.5"))
    }

    @Test("data.yaml tells poses of two points from oriented boxes")
    func settings() throws {
        let line = "0 0.5 0.5 0.2 0.1 0.25 0.75 0.5 0.125\n"
        #expect(try turned(line) == "0 0.5 0.5 0.9 0.2 0.25 0.25 0.875 0.5\n")
        for yaml in [
            "kpt_shape: [2, 2]  # points\n", "names: [a]\nkpt_shape:\n  - 2\n  - 2\n", "\"kpt_shape\" : [2,\n  2]\n",
        ] {
            #expect(try turned(line) { $0.settings = yaml } == "0 0.5 0.5 0.1 0.2 0.25 0.25 0.875 0.5\n")
        }
        let swapped = try turned(line, .upMirrored) {
            ($0.settings, $0.swapsSides) = ("kpt_shape: [2, 2]\nflip_idx: [1, 0]\n", true)
        }
        #expect(swapped == "0 0.5 0.5 0.2 0.1 0.5 0.125 0.75 0.75\n")
        #expect(refusal(line) { $0.settings = "kpt_shape: [2, 4]" }.contains("kpt_shape"))
        #expect(try turned(line) { $0.settings = "task: segment\n" } == turned(line))
    }

    @Test("a visibility of 2 tells poses from polygons")
    func visibility() throws {
        #expect(
            try turned("0.0 0.5 0.5 0.4 0.6 0.3 0.4 2 0.7 0.8 1\n") == "0.0 0.5 0.5 0.6 0.4 0.6 0.3 2 0.2 0.7 1\n")
        #expect(refusal("0 0.5 0.5 0.4 0.6 0.3 0.4 1 0.7 0.8 1\n").contains("kpt_shape"))
    }

    @Test("each point of a polygon in Pascal VOC moves once")
    func polygons() throws {
        func text(_ points: [String]) -> String {
            "<annotation><object><polygon>" + points.map { "<point>\($0)</point>" }.joined()
                + "</polygon></object></annotation>"
        }
        let made = try turned(text(["<x>3</x><y>4</y>", "<x>30</x><y>5</y>"]))
        #expect(made == text(["<x>27</x><y>3</y>", "<x>26</x><y>30</y>"]))
    }

    @Test("the picture's dimensions in an annotation of COCO become those of the upright one")
    func dimensions() throws {
        let text =
            #"{"images": [{"width": 40, "height": 30}], "annotations": [{"bbox": [1, 2, 3, 4], "width": 40, "height": 30}]}"#
        #expect(try turned(text).contains(#""width": 30, "height": 40}]}"#))
        #expect(refusal(text.replacing("30}]}", with: "9}]}")).contains("annotations[0]"))
    }

    @Test(
        "lines of numbers that no format knows are refused",
        arguments: [
            "imagesource:GoogleEarth\ngsd:0.14\n3 4 30 4 30 20 3 20 plane 0\n",
            "Car 0.00 0 -1.57 12.01 3.33 24.12 20.12 1.65 1.67 3.64 -0.65 1.71 46.70 -1.59\n",
            "cat,3,4,30,20\ndog,5,6,7,8\n", "Car 0.1 0.2 0.3 0.4 0.5",
        ])
    func text(text: String) throws {
        #expect(refusal(text).contains("expected lines of YOLO or MOT"))
        #expect(try PictureLabels(PictureTurn(.right, of: Self.size)).turned(Array("two dogs, 3 cats\n".utf8)) == nil)
    }

    @Test("Create ML's boxes have a centre, VIA's table a shape in a cell, MOT's frames a left edge of 1")
    func others() throws {
        let createML =
            #"[{"image": "a.jpg", "annotations": [{"coordinates": {"x": 10, "y": 5.5, "width": 4, "height": 2}}]}]"#
        #expect(try turned(createML).contains(#"{"x": 24.5, "y": 10, "width": 2, "height": 4}"#))
        let table = """
            filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes\r
            a.jpg,100,"{}",1,0,"{""name"":""rect"",""x"":3,""y"":4,""width"":11,""height"":6}","{""a"":""b,c""}"\r

            """
        let made = try turned(table) { $0.outputBytes = 99 }
        #expect(
            made
                == table.replacing("100", with: "99").replacing(
                    "\"\"x\"\":3,\"\"y\"\":4,\"\"width\"\":11,\"\"height\"\":6",
                    with: "\"\"x\"\":20,\"\"y\"\":3,\"\"width\"\":6,\"\"height\"\":11"))
        let boxes = "filename,width,height,class,xmin,ymin,xmax,ymax\r\na.jpg,40,30,\"a, b\",3,4.5,14,10\r\n"
        let moved = boxes.replacing("40,30", with: "30,40").replacing("3,4.5,14,10", with: "20,3,25.5,14")
        #expect(try turned(boxes) == moved)
        #expect(refusal(boxes + "b.jpg,40,30,a,3,4,14,10\n").contains("one picture"))
        #expect(refusal(boxes.replacing("4.5", with: "")).contains("a number in ymin"))
        #expect(try turned("1,7,4,5,20,10.25,1,1,1\n") == "1,7,16.75,4,10.25,20,1,1,1\n")
        #expect(refusal("1,7,4,5,20,10,1\n2,7,4,5,20,10,1\n").contains("one picture"))
    }

    @Test(
        "JSON of other programs beside a picture stays byte for byte",
        arguments: [
            #"{"category":"flickr","width":96,"height":64,"filename":"a1","tags":["x"],"date":"2020-01-01 10:00:00"}"#,
            #"{"nodes":[{"id":1,"pos":[10,20],"size":[96,64]}],"links":[],"version":0.4}"#,
            #"{"images":[{"url":"x","width":96,"height":64}],"annotations":[]}"#, #"{"shapes":3,"imageWidth":96}"#,
            "[1,2,3]", "2024 12 31 23 59\n",
        ])
    func foreign(text: String) throws {
        var options = LabelOptions()
        options.updatesSizes = false
        let turn = PictureTurn(.right, of: Size(width: 96, height: 64))
        let turned = try PictureLabels(turn, options).turned(Array(text.utf8))
        #expect(turned.map { $0.bytes == Array(text.utf8) } ?? true)
    }

    @Test("a description gets the dimensions of the upright picture, and boxes turn where their form is said")
    func record() throws {
        let text =
            #"{"width": 40, "height": 30, "original_width": 400, "original_height": 300, "objects": {"bbox": [[1, 2, 3, 4]]}}"#
        #expect(refusal(text).contains("objects.bbox"))
        func made(_ form: LabelOptions.Boxes.Form) throws -> String {
            try turned(text) { $0.boxes = [LabelOptions.Boxes(path: ["objects", "bbox"], form: form)] }
        }
        #expect(
            try made(.coco)
                == #"{"width": 30, "height": 40, "original_width": 300, "original_height": 400, "objects": {"bbox": [[24, 1, 4, 3]]}}"#
        )
        #expect(try made(.voc).contains("[[26, 1, 28, 3]]"))
        let plain = #"{"caption": "two dogs", "url": "a", "score": [1, 2], "clip": 0.3, "exif": "{}"}"#
        #expect(try turned(plain) == plain)
    }

    @Test(
        "what is not known and lies within the picture is refused, with its path",
        arguments: [
            (#"{"images": [{"width": 40, "height": 30, "roi": [1, 2, 3, 4]}], "annotations": []}"#, "images[0].roi"),
            (
                #"{"images": [{}], "annotations": [{"bbox": [1, 2, 3, 4]}, {"vis": [[1, 2], [3, 4]]}]}"#,
                "annotations[1].vis"
            ),
            (
                #"{"images": [{}], "annotations": [{"attributes": {"rotation": 12.5}}]}"#,
                "annotations[0].attributes.rotation"
            ),
            (
                #"{"images": [{}], "annotations": [{"mask": {"counts": "abc", "size": [30, 40]}}]}"#,
                "annotations[0].mask"
            ),
            (#"{"imagePath": "a", "shapes": [{"points": [], "handles": [3, 4]}]}"#, "shapes[0].handles"),
            (
                #"[{"image": "a.jpg", "annotations": [{"coordinates": {"x": 1, "y": 2, "width": 3, "height": 4, "angle": 3}}]}]"#,
                "angle"
            ),
            ("<annotation><object><head><u>3</u><v>4</v></head></object></annotation>", "annotation.object.head.u"),
            (#"{"tags": {"list": [{"x": 0.5, "y": 0.25}]}}"#, "tags.list[0].x"),
            (
                #"{"images": [{}], "annotations": [{"feature_points": [[1, 2], [3, 4]]}]}"#,
                "annotations[0].feature_points"
            ),
            (#"{"images": [{}], "annotations": [{"validRegion": [1, 2, 3, 4]}]}"#, "annotations[0].validRegion"),
            (#"{"images": [{}], "annotations": [{"bbox_left": 12}]}"#, "annotations[0].bbox_left"),
            (#"{"images": [{}], "annotations": [{"a": [[{"pt": [3, 4]}]]}]}"#, "annotations[0].a[0][0].pt"),
            (#"{"images": [{}], "annotations": [{"a": {"u": 12, "v": 30}}]}"#, "annotations[0].a"),
            (#"{"images": [{}], "annotations": [{"a": ["3,4 5,6"]}]}"#, "annotations[0].a[0]"),
            (#"{"images": [{}], "annotations": [{"a": "M3 4L5 6Z"}]}"#, "annotations[0].a"),
            (#"{"images": [{}], "annotations": [{"a": "POLYGON((3 4, 5 6, 7 8))"}]}"#, "annotations[0].a"),
            (
                #"[{"data": {"image": "a.jpg", "box": [3, 4, 5, 6]}, "annotations": [{"result": [{"original_width": 40}]}]}]"#,
                "data.box"
            ),
            (
                #"<annotations><image width="40" height="30"><box xtl="1" ytl="1" xbr="2" ybr="2" skew_angle="3"/></image></annotations>"#,
                "box.skew_angle"
            ),
        ])
    func unknown(text: String, path: String) {
        let reason = refusal(text)
        #expect(reason.hasPrefix(path) || reason.contains(path), "\(reason)")
        #expect(!reason.hasPrefix("turned"), "\(reason)")
    }

    @Test(
        "what is known to have no place stays",
        arguments: [
            """
            {"images": [{"width": 40, "height": 30, "neg_category_ids": [1, 2]}], "annotations": [{"bbox": [1, 2, 3, 4], "area": 12,
            "iscrowd": 0, "color": [25, 12, 3], "scores": [1, 2], "onehot": [0, 1, 0, 1], "text": "12 30", "track_id": 3,
            "bboxConfidence": 0.5, "left_eye_open": 1, "caption": "two of 30, 40 or 50 years", "attributes": {"age": 30}}]}
            """,
            #"{"imagePath": "a", "imageWidth": 40, "imageHeight": 30, "lineColor": [0, 25, 0, 12], "shapes": []}"#,
            "<annotation><owner><name>12 3</name></owner><segmented>0</segmented><object><difficult>1</difficult></object></annotation>",
        ])
    func harmless(text: String) throws { #expect(!refusal(text).contains("expected")) }
}
