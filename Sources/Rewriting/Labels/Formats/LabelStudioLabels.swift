internal import Glibc
internal import UprightBase

/// Label Studio, a list with one task or the task itself, whose regions are in per cent of the picture.
enum LabelStudioLabels {
    static let format = LabelFormat.json(
        "Label Studio", key: "labelstudio", marks: ["\"original_width\""],
        matches: { root in root.elements?.first?.members.isEmpty == false || root["data"] != nil },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static let lists = ["annotations", "predictions", "drafts", "completions"]
    private static let known: Set = [
        "x", "y", "width", "height", "rotation", "points", "rle", "format", "radiusX", "radiusY", "vertices",
        "imageDataURL", "original_width", "original_height", "image_rotation",
    ]

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        let tasks = root.elements ?? [root]
        guard tasks.count == 1 else { throw .pictures(tasks.count) }
        let results = lists.flatMap { list in
            (tasks[0][list]?.elements ?? []).map { ("\(list).result", $0["result"]?.elements ?? []) }
        }
        for (path, regions) in results {
            for (index, region) in regions.enumerated() {
                // A choice for the whole picture and a relation have no place in it.
                guard let value = region["value"] else { continue }
                try move(region, value, "\(path)[\(index)].value", &labels, &picture)
            }
        }
        // The short form (JSON_MIN) has the regions beside the picture, under the name of their tag.
        let short = tasks[0].members.filter { $0.value.elements?.first?["original_width"] != nil }
        try labels.check(tasks[0], "", knowing: Set(lists + short.map(\.name)))
        for member in short {
            for (index, region) in (member.value.elements ?? []).enumerated() where region["original_width"] != nil {
                try move(region, region, "\(member.name)[\(index)]", &labels, &picture)
            }
        }
    }

    private static func move(
        _ region: LocatedJSON, _ value: LocatedJSON, _ path: String, _ labels: inout JSONLabels,
        _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        let isPlaced = value.members.contains { known.contains($0.name) }
        guard isPlaced || region["original_width"] != nil else { return try labels.check(value, path, knowing: []) }
        guard let turn = try labels.turn(region["original_width"], region["original_height"], &picture) else { return }
        guard !labels.isSet(region["image_rotation"]) else {
            throw LabelRefusal(expected: "image_rotation 0", found: "a picture that was turned in Label Studio")
        }
        guard value["sequence"] == nil, value["ranges"] == nil else {
            throw LabelRefusal(expected: "regions of a picture", found: "\(path) of a video")
        }
        try labels.check(value, path, knowing: known)
        let frame = LabelFrame(turn, width: 100, height: 100)
        if let brush = value["rle"] { try move(brush: brush, &labels, turn) }
        if let mask = value["imageDataURL"] { try labels.turn(picture: mask, by: turn) }
        for vertex in value["vertices"]?.elements ?? [] { try move(vertex: vertex, path, &labels, frame) }
        if let points = value["points"], labels.isSet(points) { return try labels.move(pairs: points, in: frame) }
        let rotation = try labels.optionalNumber(value["rotation"]) ?? 0
        if value["radiusX"] != nil {
            try labels.move(value["x"], value["y"], in: frame)
            try labels.move(sides: value["radiusX"], value["radiusY"], in: frame)
            if frame.mirrors, rotation != 0 { labels.replace(value["rotation"], by: 360 - rotation) }
        } else if value["height"] != nil, rotation != 0 {
            try move(rotated: value, rotation, &labels, turn)
        } else if value["height"] != nil {
            try labels.move(box: ["x", "y", "width", "height"].map { value[$0] }, in: frame)
        } else if value["x"] != nil {
            try labels.move(value["x"], value["y"], in: frame)
        }
    }

    private static func move(
        brush: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        var packed: [Int] = []
        for byte in try labels.elements(brush) {
            let value = try labels.number(byte).double
            guard (0...255).contains(value) else { throw LabelRefusal(expected: "bytes of a brush", found: "\(value)") }
            packed.append(Int(value))
        }
        labels.replace(brush, by: try BrushRunLengths.turned(packed, by: turn))
    }

    /// A vertex of a path, with the control points of a curve.
    private static func move(
        vertex: LocatedJSON, _ path: String, _ labels: inout JSONLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        try labels.check(vertex, "\(path).vertices", knowing: ["x", "y", "controlPoint1", "controlPoint2"])
        for point in [vertex, vertex["controlPoint1"], vertex["controlPoint2"]] where point?["x"] != nil {
            try labels.move(point?["x"], point?["y"], in: frame)
        }
    }

    /// Turns a rectangle that is rotated clockwise about its upper left corner, in pixels.
    private static func move(
        rotated value: LocatedJSON, _ rotation: Double, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        let (stored, upright) = (turn.storedSize, turn.uprightSize)
        var (x, y) = (
            try labels.number(value["x"]).double * Double(stored.width) / 100,
            try labels.number(value["y"]).double * Double(stored.height) / 100
        )
        let width = try labels.number(value["width"]).double * Double(stored.width) / 100
        let height = try labels.number(value["height"]).double * Double(stored.height) / 100
        var angle = rotation * .pi / 180
        let frame = LabelFrame(turn)
        if frame.mirrors {
            // The corner at the other end of the upper side becomes the upper left one.
            (x, y) = (x + width * cos(angle), y + width * sin(angle))
            angle += .pi
        }
        let corner = frame.point(LabelNumber(x), LabelNumber(y))
        labels.replace(value["x"], by: 100 * corner.0.double / Double(upright.width))
        labels.replace(value["y"], by: 100 * corner.1.double / Double(upright.height))
        labels.replace(value["width"], by: 100 * width / Double(upright.width))
        labels.replace(value["height"], by: 100 * height / Double(upright.height))
        labels.replace(value["rotation"], by: (frame.direction(angle) * 180 / .pi).truncatingRemainder(dividingBy: 360))
    }
}
