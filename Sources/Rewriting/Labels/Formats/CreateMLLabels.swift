internal import UprightBase

/// Create ML, a list with one picture: boxes by their centre, in pixels.
enum CreateMLLabels {
    static let format = LabelFormat.json(
        "Create ML", key: "createml", marks: ["\"coordinates\""],
        matches: { root in root.elements?.first.map { $0["annotations"] != nil || $0["annotation"] != nil } ?? false },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        let pictures = root.elements ?? []
        guard pictures.count == 1 else { throw .pictures(pictures.count) }
        // Its files have no dimensions.
        guard let turn = try picture.turn(width: nil, height: nil) else { return }
        let frame = LabelFrame(turn)
        try labels.check(pictures[0], "[0]", knowing: ["annotations", "annotation"])
        let objects = (pictures[0]["annotations"] ?? pictures[0]["annotation"])?.elements ?? []
        for (index, object) in objects.enumerated() {
            try labels.check(object, "[0].annotations[\(index)]", knowing: ["coordinates"])
            guard let box = object["coordinates"] else { continue }
            try labels.check(box, "[0].annotations[\(index)].coordinates", knowing: ["x", "y", "width", "height"])
            try labels.move(box["x"], box["y"], in: frame)
            try labels.move(sides: box["width"], box["height"], in: frame)
        }
    }
}
