internal import UprightGeometry
internal import UprightJSON

/// LabelMe: a file for each picture, with points in pixels from the upper left corner.
enum LabelMeLabels {
    static let format = JSONLabels.Format(
        name: "LabelMe", marks: ["\"shapes\"", "\"imagePath\""],
        matches: { $0["shapes"]?.elements != nil && $0["imagePath"] != nil },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, picture) })

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: LabelPlacement
    ) throws(LabelRefusal) {
        let (width, height) = (root["imageWidth"], root["imageHeight"])
        let size = (try labels.optionalNumber(width), try labels.optionalNumber(height))
        guard let turn = try picture.turn(width: size.0, height: size.1) else { return }
        let frame = LabelFrame(turn)
        for shape in root["shapes"]?.elements ?? [] {
            guard !labels.isSet(shape["mask"]) else {
                throw LabelRefusal("a mask cannot be turned here; turn the labels with upright-batch annotations")
            }
            guard let points = shape["points"] else { throw LabelRefusal(expected: "points of a shape", found: "none") }
            try labels.move(pairs: points, in: frame)
        }
        if size.0 != nil, size.1 != nil {
            labels.replace(width, by: turn.uprightSize.width)
            labels.replace(height, by: turn.uprightSize.height)
        }
        // The picture as it was labelled. Without it, LabelMe reads the picture at imagePath.
        if let data = root["imageData"], labels.isSet(data) { labels.replace(data, by: "null") }
    }
}
