internal import UprightBase

/// Pascal VOC, as labelImg and many others write it; rotated boxes as roLabelImg does.
///
/// Coordinates of whole numbers, none of them 0, are indices of pixels from 1, and both corners belong to the box, as in VOC's own
/// files. Others are continuous.
enum VOCLabels {
    static let format = LabelFormat.xml("Pascal VOC", key: "voc", root: "annotation") {
        (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture)
    }

    private static let corners = ["xmin", "ymin", "xmax", "ymax"]
    private static let known: Set = [
        "folder", "filename", "path", "source", "size", "segmented", "bndbox", "robndbox", "polygon", "point", "depth",
        "truncated", "difficult", "occluded", "pose", "name", "type", "owner",
    ]

    private static func turn(
        _ root: LocatedXML, _ labels: inout XMLLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        let size = root["size"]
        // labelImg writes 0 if it does not know.
        func side(_ name: String) -> Double? {
            LabelNumber(labels.string(size?[name]))?.double.nonzero
        }
        guard let turn = try picture.turn(width: side("width"), height: side("height")) else { return }
        try labels.check(root, root.name, knowing: known)
        let boxes = root.all(["bndbox"])
        let points = root.outermost(["polygon", "point"]).flatMap(Self.points)
        var isIndices = true
        for (names, parents) in [(corners, boxes)] + points.map({ ($0.names, [$0.parent]) }) {
            for parent in parents {
                for number in try labels.numbers(names, in: parent) where !number.isWhole || number.double <= 0 {
                    isIndices = false
                }
            }
        }
        let frame = isIndices ? LabelFrame(turn, indicesFrom: 1) : LabelFrame(turn)
        for box in boxes { labels.set(corners, frame.corners(try labels.numbers(corners, in: box)), in: box) }
        for point in points {
            let numbers = try labels.numbers(point.names, in: point.parent)
            let moved = frame.point(numbers[0], numbers[1])
            labels.set(point.names, [moved.0, moved.1], in: point.parent)
        }
        for box in root.all(["robndbox"]) { try self.turn(rotated: box, &labels, LabelFrame(turn)) }
        if let size {
            labels.set(
                ["width", "height"], [turn.uprightSize.width, turn.uprightSize.height].map { LabelNumber($0) }, in: size
            )
        }
    }

    /// Where the coordinates of a point are, or of a polygon: `x1 y1 x2 y2 …`, or a list of `pt` with x and y.
    private static func points(in element: LocatedXML) -> [(names: [String], parent: LocatedXML)] {
        guard element.name == "polygon" else { return [(["x", "y"], element)] }
        let listed = element.children.filter { $0["x"] != nil }
        guard listed.isEmpty else { return listed.map { (["x", "y"], $0) } }
        let count = max(1, element.children.count / 2)
        return (1...count).map { (["x\($0)", "y\($0)"], element) }
    }

    /// A box by its centre, its size and an angle in radians.
    private static func turn(
        rotated box: LocatedXML, _ labels: inout XMLLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        let numbers = try labels.numbers(["cx", "cy", "w", "h", "angle"], in: box)
        let (x, y) = frame.point(numbers[0], numbers[1])
        let (width, height) = frame.sides(numbers[2], numbers[3])
        let angle = frame.mirrors && numbers[4].double != 0 ? LabelNumber(.pi - numbers[4].double) : numbers[4]
        labels.set(["cx", "cy", "w", "h", "angle"], [x, y, width, height, angle], in: box)
    }
}

extension Double {
    fileprivate var nonzero: Double? { self == 0 ? nil : self }
}
