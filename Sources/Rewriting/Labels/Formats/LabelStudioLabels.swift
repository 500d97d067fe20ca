internal import UprightGeometry
internal import UprightJSON

/// Label Studio, a list with one task, whose regions are in per cent of the picture.
enum LabelStudioLabels {
    static let format = JSONLabels.Format(
        name: "Label Studio", marks: ["\"data\"", "\"annotations\""],
        matches: { root in root.elements?.first.map { $0["data"] != nil && $0["annotations"] != nil } ?? false },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, picture) })

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        let tasks = root.elements ?? []
        guard tasks.count == 1 else {
            throw LabelRefusal(
                expected: "labels of one picture",
                found: "\(tasks.count); turn them with upright-batch annotations")
        }
        let results = ["annotations", "predictions"].flatMap { tasks[0][$0]?.elements ?? [] }
        // A choice for the whole picture and a relation have no place in it.
        let regions = results.flatMap { $0["result"]?.elements ?? [] }.filter { $0["original_width"] != nil }
        for region in regions {
            let size = (try labels.number(region["original_width"]), try labels.number(region["original_height"]))
            guard let turn = try picture.turn(width: size.0.double, height: size.1.double) else { continue }
            guard !labels.isSet(region["image_rotation"]) else {
                throw LabelRefusal(expected: "image_rotation 0", found: "a picture that was turned in Label Studio")
            }
            labels.replace(region["original_width"], by: turn.uprightSize.width)
            labels.replace(region["original_height"], by: turn.uprightSize.height)
            guard let value = region["value"] else { continue }
            try move(value, &labels, LabelFrame(turn, width: 100, height: 100))
        }
    }

    private static func move(
        _ value: LocatedJSON, _ labels: inout JSONLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        if let points = value["points"], labels.isSet(points) { return try labels.move(pairs: points, in: frame) }
        let rotates = labels.isSet(value["rotation"])
        let isUnknown = ["rle", "vertices", "sequence", "ranges"].contains { value[$0] != nil }
        guard !rotates, !isUnknown else {
            throw LabelRefusal(
                "\(rotates ? "a rotated region" : "a brush or a video") cannot be turned here; turn the labels with upright-batch "
                    + "annotations")
        }
        if value["radiusX"] != nil {
            try labels.move(value["x"], value["y"], in: frame)
            try labels.move(sides: value["radiusX"], value["radiusY"], in: frame)
        } else if value["height"] != nil {
            try labels.move(box: ["x", "y", "width", "height"].map { value[$0] }, in: frame)
        } else if value["x"] != nil {
            try labels.move(value["x"], value["y"], in: frame)
        }
    }
}
