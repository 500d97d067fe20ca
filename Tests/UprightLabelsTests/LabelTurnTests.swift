internal import Foundation
internal import Testing
internal import UprightBase
internal import UprightRewriting

/// Labels move as the pixels under them do: each case is judged by a rectangle of pixels that is turned one by one.
@Suite("Labels turn with their picture")
struct LabelTurnTests {
    private static let size = Size(width: 40, height: 30)
    private static let orientations = Orientation.allCases.filter { $0 != .up }
    private static let boxes = [
        Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 3, y: 4, width: 11, height: 6),
        Rect(x: 0, y: 29, width: 40, height: 1), Rect(x: 39, y: 0, width: 1, height: 30),
    ]

    /// The bounds of a rectangle's pixels after the turn.
    private static func turned(_ box: Rect, _ orientation: Orientation) -> Rect {
        let transform = orientation.transform(in: size)
        var pixels: [Point] = []
        for y in box.y..<(box.y + box.height) {
            for x in box.x..<(box.x + box.width) { pixels.append(transform.applied(to: Point(x: x, y: y))) }
        }
        let (xs, ys) = (pixels.map(\.x), pixels.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left + 1, height: (ys.max() ?? 0) - top + 1)
    }

    private static func labels(
        _ orientation: Orientation, _ convention: LabelConvention = .stored, bytes: Int? = nil
    ) -> PictureLabels {
        var options = LabelOptions()
        (options.convention, options.outputBytes) = (convention, bytes)
        return PictureLabels(PictureTurn(orientation, of: size), options)
    }

    private static func turned(_ text: String, _ labels: PictureLabels) throws -> String? {
        try labels.turned(Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private static func json(_ text: String, _ labels: PictureLabels) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try #require(try turned(text, labels)).utf8))
    }

    private static func numbers(_ value: Any?) -> [Double] {
        if let number = value as? Double { return [number] }
        return (value as? [Any] ?? []).flatMap { numbers($0) }
    }

    /// The bounds of points that are written one after another.
    private static func bounds(_ points: [Double]) -> [Double] {
        let xs = stride(from: 0, to: points.count, by: 2).map { points[$0] }
        let ys = stride(from: 1, to: points.count, by: 2).map { points[$0] }
        return [xs.min() ?? -1, ys.min() ?? -1, xs.max() ?? -1, ys.max() ?? -1]
    }

    private static func corners(_ box: Rect) -> [Double] {
        [box.x, box.y, box.x + box.width, box.y + box.height].map(Double.init)
    }

    @Test("YOLO's boxes and polygons", arguments: orientations)
    func yolo(orientation: Orientation) throws {
        let across = Self.size.turned(by: orientation)
        for box in Self.boxes {
            let (w, h) = (Double(Self.size.width), Double(Self.size.height))
            let values = [
                (Double(box.x) + Double(box.width) / 2) / w, (Double(box.y) + Double(box.height) / 2) / h,
                Double(box.width) / w, Double(box.height) / h,
            ]
            let line = "3 " + values.map { "\($0)" }.joined(separator: " ") + "\r\n\n"
            let made = try #require(try Self.turned(line, Self.labels(orientation)))
            #expect(made.hasPrefix("3 ") && made.hasSuffix("\r\n\n"))
            let moved = made.split(separator: " ").dropFirst().compactMap {
                Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            let expected = Self.turned(box, orientation)
            let (x, y) = (moved[0] * Double(across.width), moved[1] * Double(across.height))
            let (width, height) = (moved[2] * Double(across.width), moved[3] * Double(across.height))
            let found = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
            #expect(zip(found, Self.corners(expected)).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found) \(expected)")
        }
        // Four corners, as of a rotated box: the pixel at 4, 3 to 8, 6.
        let polygon = try #require(try Self.turned("0 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2", Self.labels(orientation)))
        let points = polygon.split(separator: " ").dropFirst().compactMap { Double($0) }.enumerated().map {
            $1 * Double($0.isMultiple(of: 2) ? across.width : across.height)
        }
        let expected = Self.corners(Self.turned(Rect(x: 4, y: 3, width: 4, height: 3), orientation))
        #expect(zip(Self.bounds(points), expected).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("LabelMe's shapes", arguments: orientations)
    func labelMe(orientation: Orientation) throws {
        for box in Self.boxes {
            let text = """
                {"version": "5.5.0", "shapes": [{"label": "a", "points": [[\(box.x), \(box.y)], [\(box.x + box.width).0,
                  \(box.y + box.height)]], "shape_type": "rectangle", "mask": null}], "imagePath": "a.jpg",
                  "imageData": "AAAA", "imageHeight": 30, "imageWidth": 40}
                """
            let root = try #require(
                try Self.json(text, Self.labels(orientation, orientation.transposes ? .auto : .stored))
                    as? [String: Any])
            let shape = try #require((root["shapes"] as? [[String: Any]])?.first)
            #expect(Self.bounds(Self.numbers(shape["points"])) == Self.corners(Self.turned(box, orientation)))
            let across = Self.size.turned(by: orientation)
            #expect(root["imageWidth"] as? Int == across.width && root["imageHeight"] as? Int == across.height)
            #expect(root["imageData"] is NSNull)
        }
    }

    @Test("COCO's boxes, polygons and key points", arguments: orientations)
    func coco(orientation: Orientation) throws {
        for box in Self.boxes {
            let (x, y, right, bottom) = (box.x, box.y, box.x + box.width, box.y + box.height)
            let text = """
                {"images": [{"id": 1, "file_name": "a.jpg", "width": 40, "height": 30}], "annotations": [{"id": 1, "image_id": 1,
                "bbox": [\(x), \(y), \(box.width), \(box.height)], "iscrowd": 0, "segmentation": [[\(x), \(y), \(right), \(y),
                \(right), \(bottom), \(x), \(bottom)]], "keypoints": [\(x), \(y), 2, 0, 0, 0]}]}
                """
            let root = try #require(
                try Self.json(text, Self.labels(orientation, orientation.transposes ? .auto : .stored))
                    as? [String: Any])
            let label = try #require((root["annotations"] as? [[String: Any]])?.first)
            let expected = Self.turned(box, orientation)
            let bounds = [expected.x, expected.y, expected.width, expected.height].map(Double.init)
            #expect(Self.numbers(label["bbox"]) == bounds)
            #expect(Self.bounds(Self.numbers(label["segmentation"])) == Self.corners(expected))
            let pixel = orientation.transform(in: Self.size).applied(to: Point(x: x, y: y))
            let points = Self.numbers(label["keypoints"])
            // Of a point that is not at 0, 0 but visible, also there.
            #expect(points == [Double(pixel.x), Double(pixel.y), 2, 0, 0, 0])
        }
    }

    @Test("Label Studio's regions", arguments: orientations)
    func labelStudio(orientation: Orientation) throws {
        for box in Self.boxes {
            let values = [
                Double(box.x) / 40, Double(box.y) / 30, Double(box.width) / 40, Double(box.height) / 30,
            ].map { $0 * 100 }
            let text = """
                [{"id": 7, "data": {"image": "/data/a.jpg"}, "annotations": [{"result": [{"original_width": 40,
                "original_height": 30, "image_rotation": 0, "value": {"x": \(values[0]), "y": \(values[1]), "width": \(values[2]),
                "height": \(values[3]), "rotation": 0}, "type": "rectanglelabels"}, {"type": "choices", "value": {}}]}]}]
                """
            let root = try #require(
                try Self.json(text, Self.labels(orientation, orientation.transposes ? .auto : .stored))
                    as? [[String: Any]])
            let result = (root[0]["annotations"] as? [[String: Any]])?[0]["result"] as? [[String: Any]]
            let region = try #require(result?.first)
            let value = try #require(region["value"] as? [String: Any])
            let across = Self.size.turned(by: orientation)
            #expect(region["original_width"] as? Int == across.width)
            let found = ["x", "y", "width", "height"].enumerated().map {
                (value[$1] as? Double ?? -1) / 100 * Double($0.isMultiple(of: 2) ? across.width : across.height)
            }
            let turned = Self.turned(box, orientation)
            let expected = [turned.x, turned.y, turned.width, turned.height].map(Double.init)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found) \(expected)")
        }
    }

    @Test("VIA's shapes, and the size of the file by which it knows the picture", arguments: orientations)
    func via(orientation: Orientation) throws {
        let box = Self.boxes[1]
        let text = """
            {"_via_img_metadata": {"a.jpg1000": {"filename": "a.jpg", "size": 1000, "regions": [{"shape_attributes": {"name":
            "rect", "x": 3, "y": 4, "width": 11, "height": 6}}, {"shape_attributes": {"name": "polygon", "all_points_x": [3, 14,
            14], "all_points_y": [4, 4, 10]}}]}}, "_via_image_id_list": ["a.jpg1000"]}
            """
        let root = try #require(
            try Self.json(text, Self.labels(orientation, .stored, bytes: 999)) as? [String: Any])
        #expect(root["_via_image_id_list"] as? [String] == ["a.jpg999"])
        let picture = try #require((root["_via_img_metadata"] as? [String: [String: Any]])?["a.jpg999"])
        #expect(picture["size"] as? Int == 999)
        let shapes = try #require(picture["regions"] as? [[String: [String: Any]]]).compactMap {
            $0["shape_attributes"]
        }
        let expected = Self.turned(box, orientation)
        let found = ["x", "y", "width", "height"].map { shapes[0][$0] as? Int }
        #expect(found == [expected.x, expected.y, expected.width, expected.height])
        let points = zip(Self.numbers(shapes[1]["all_points_x"]), Self.numbers(shapes[1]["all_points_y"]))
        #expect(Self.bounds(points.flatMap { [$0, $1] }) == Self.corners(expected))
        // Without a turn, only the size changes.
        let upright = try #require(try Self.turned(text, Self.labels(.up, .auto, bytes: 999)))
        #expect(upright == text.replacing("1000", with: "999"))
    }
}
