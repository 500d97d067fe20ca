internal import UprightBase

/// CVAT for images 1.1, of one picture, in continuous coordinates.
enum CVATLabels {
    static let format = LabelFormat.xml("CVAT", key: "cvat", root: "annotations") {
        (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture)
    }

    private static let corners = ["xtl", "ytl", "xbr", "ybr"]
    private static let attributes = Set(corners).union([
        "points", "cx", "cy", "rx", "ry", "rle", "left", "top", "width", "height", "rotation", "label", "group_id",
        "z_order",
    ])

    private static func turn(
        _ root: LocatedXML, _ labels: inout XMLLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard root["track"] == nil else {
            throw LabelRefusal(
                expected: "CVAT for images", found: "tracks of a video; export it as CVAT for images")
        }
        let images = root.children.filter { $0.name == "image" }
        guard images.count == 1 else { throw .pictures(images.count) }
        let size = try labels.numbers(["width", "height"], of: images[0])
        guard let turn = try picture.turn(width: size[0].double, height: size[1].double) else { return }
        let upright = turn.uprightSize
        labels.set(["width", "height"], [LabelNumber(upright.width), LabelNumber(upright.height)], of: images[0])
        for shape in images[0].children { try move(shape, &labels, turn, swaps: picture.options.swapsSides) }
    }

    private static func move(
        _ shape: LocatedXML, _ labels: inout XMLLabels, _ turn: PictureTurn, swaps: Bool
    ) throws(LabelRefusal) {
        let frame = LabelFrame(turn)
        try labels.check(attributesOf: shape, knowing: attributes)
        switch shape.name {
        case "box": labels.set(corners, frame.corners(try labels.numbers(corners, of: shape)), of: shape)
        case "polygon", "polyline", "points": try move(points: shape, &labels, frame)
        case "ellipse":
            let numbers = try labels.numbers(["cx", "cy", "rx", "ry"], of: shape)
            let centre = frame.point(numbers[0], numbers[1])
            let radii = frame.sides(numbers[2], numbers[3])
            labels.set(["cx", "cy", "rx", "ry"], [centre.0, centre.1, radii.0, radii.1], of: shape)
        case "mask": try move(mask: shape, &labels, turn)
        case "skeleton":
            for point in shape.children where point.name == "points" {
                try move(points: point, &labels, frame)
                if swaps, frame.mirrors, let label = point.attributes["label"] {
                    labels.set(["label"], [LabelSides.partner(label)], of: point)
                }
            }
        case "tag", "attribute": return
        case let name:
            throw LabelRefusal(
                expected: "shapes that can be turned",
                found: "a \(name) at byte \(shape.tag.lowerBound)"
                    + (name == "cuboid" ? ", which stands on the ground" : ""))
        }
        guard frame.mirrors, let rotation = shape.attributes["rotation"].flatMap({ LabelNumber($0) }),
            rotation.double != 0
        else { return }
        labels.set(["rotation"], [LabelNumber(360) - rotation], of: shape)
    }

    private static func move(
        points shape: LocatedXML, _ labels: inout XMLLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        var made: [String] = []
        for pair in (shape.attributes["points"] ?? "").split(separator: ";") {
            let numbers = pair.split(separator: ",").compactMap { LabelNumber($0.drop(while: \.isWhitespace)) }
            guard numbers.count == 2 else {
                throw LabelRefusal(
                    expected: "points x,y;x,y at byte \(shape.tag.lowerBound)", found: "\"\(pair.prefix(40))\"")
            }
            let moved = frame.point(numbers[0], numbers[1])
            made.append("\(moved.0),\(moved.1)")
        }
        labels.set(["points"], [made.joined(separator: ";")], of: shape)
    }

    /// Turns a mask: run lengths row by row within a box, beginning with the background.
    private static func move(
        mask shape: LocatedXML, _ labels: inout XMLLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        let names = ["left", "top", "width", "height"]
        let box = try labels.numbers(names, of: shape)
        let text = shape.attributes["rle"] ?? ""
        let counts = text.split { ", ".contains($0) }.compactMap { Int($0) }
        let size = Size(width: Int(box[2].double), height: Int(box[3].double))
        let moved = try RunLengths.turned(counts, of: size, by: turn.orientation, areColumns: false)
        labels.set(
            ["rle"], [moved.map(String.init).joined(separator: text.contains(", ") ? ", " : ",")], of: shape)
        labels.set(names, LabelFrame(turn).box(box[0], box[1], (box[2], box[3])), of: shape)
    }
}
