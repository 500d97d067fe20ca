internal import UprightBase

/// LabelMe, and X-AnyLabeling: a file for each picture, with points in pixels from the upper left corner.
enum LabelMeLabels {
    static let format = LabelFormat.json(
        "LabelMe", key: "labelme", marks: ["\"shapes\"", "\"imagePath\""],
        matches: { $0["shapes"]?.elements != nil && $0["imagePath"] != nil },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static let known: Set = ["shapes", "imagePath", "imageData", "imageWidth", "imageHeight"]
    private static let shapeMembers: Set = ["points", "shape_type", "mask", "kie_linking", "direction", "label"]

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard let turn = try labels.turn(root["imageWidth"], root["imageHeight"], &picture) else { return }
        try labels.check(root, "", knowing: known)
        for (index, shape) in (root["shapes"]?.elements ?? []).enumerated() {
            try labels.check(shape, "shapes[\(index)]", knowing: shapeMembers)
            guard let points = shape["points"] else { throw LabelRefusal(expected: "points of a shape", found: "none") }
            if labels.isSet(shape["mask"]) {
                try move(mask: shape, points, &labels, turn)
            } else {
                try labels.move(pairs: points, in: LabelFrame(turn))
            }
            // X-AnyLabeling's rotated boxes; other shapes have a direction of 0, if any.
            if labels.string(shape["shape_type"]) == "rotation", let direction = shape["direction"] {
                labels.replace(direction, by: LabelFrame(turn).direction(try labels.number(direction).double))
            }
        }
        // The picture as it was labelled. Without it, LabelMe reads the picture at imagePath.
        if let data = root["imageData"], labels.isSet(data) { labels.replace(data, by: "null") }
    }

    /// Turns a mask: a PNG picture between two pixels, given by their indices.
    private static func move(
        mask shape: LocatedJSON, _ points: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        let corners = try labels.elements(points, count: 2)
        var places: [LocatedJSON] = []
        for corner in corners { places += try labels.elements(corner, count: 2) }
        var numbers: [LabelNumber] = []
        for place in places { numbers.append(try labels.number(place)) }
        try labels.move(corners: places, in: LabelFrame(turn, indicesFrom: 0))
        let size = Size(
            width: Int((numbers[2] - numbers[0]).double) + 1, height: Int((numbers[3] - numbers[1]).double) + 1)
        if let mask = shape["mask"] { try labels.turn(picture: mask, by: PictureTurn(turn.orientation, of: size)) }
    }
}
