internal import UprightBase

/// A description of a picture in JSON that no other format knows: img2dataset's, a line of `metadata.jsonl`, a row of a table.
///
/// Its dimensions become those of the upright picture; boxes turn where the options name their form
/// (``LabelOptions/boxes``). Everything else that can have a place in the picture is refused.
enum RecordLabels {
    static let format = LabelFormat.json(
        "record", key: "record", marks: [],
        matches: { root in root.elements != nil || !root.members.isEmpty },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static let sizes = [("width", "height"), ("image_width", "image_height"), ("img_width", "img_height")]
    private static let known = Set(sizes.flatMap { [$0.0, $0.1] } + ["original_width", "original_height", "exif"])

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        // A workflow of ComfyUI (LiteGraph): its positions are those of nodes in an editor.
        if root["nodes"]?.elements != nil, root["links"]?.elements != nil { return }
        var stored: PictureTurn?
        for (width, height) in picture.options.updatesSizes ? sizes : [] {
            // Numbers of something else are no dimensions of this picture.
            guard picture.isSize(labels.integer(root[width]), labels.integer(root[height])) else { continue }
            do throws(LabelRefusal) {
                stored = try labels.turn(root[width], root[height], &picture) ?? stored
            } catch  where error.isSilent {
                // Of a square, or a half turn: they stay.
            }
        }
        // The picture that this one was made from was stored the same way.
        if let stored, stored.orientation.transposes, let width = labels.integer(root["original_width"]),
            let height = labels.integer(root["original_height"])
        {
            labels.replace(root["original_width"], by: height)
            labels.replace(root["original_height"], by: width)
        }
        let boxes = picture.options.boxes
        if !boxes.isEmpty, let turn = try picture.turn(width: nil, height: nil, given: stored != nil) {
            for box in boxes { try move(root, box.path[...], box.form, box.path.joined(separator: "."), &labels, turn) }
        }
        guard (picture.found ?? picture.options.convention) != .displayed else { return }
        try labels.check(root, "", knowing: known, except: boxes.map(\.path))
    }

    /// Moves the boxes under a path: one, or a list of them. Lists on the way are entered.
    private static func move(
        _ value: LocatedJSON, _ path: ArraySlice<String>, _ form: LabelOptions.Boxes.Form, _ name: String,
        _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        if let elements = value.elements {
            let isBox = path.isEmpty && elements.count == 4 && elements.allSatisfy { $0.elements == nil }
            guard !isBox else { return try move(box: elements, form, &labels, turn) }
            for element in elements where labels.isSet(element) { try move(element, path, form, name, &labels, turn) }
            return
        }
        guard let first = path.first else {
            guard labels.isSet(value) else { return }
            throw LabelRefusal(expected: "boxes of four numbers in \(name)", found: "another value")
        }
        if let inner = value[first] { try move(inner, path.dropFirst(), form, name, &labels, turn) }
    }

    private static func move(
        box: [LocatedJSON], _ form: LabelOptions.Boxes.Form, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        let pixels = LabelFrame(turn)
        let fractions = LabelFrame(turn, width: 1, height: 1)
        switch form {
        case .coco: try labels.move(box: box, in: pixels)
        case .voc: try labels.move(corners: box, in: pixels)
        case .albumentations: try labels.move(corners: box, in: fractions)
        case .yolo:
            try labels.move(box[0], box[1], in: fractions)
            try labels.move(sides: box[2], box[3], in: fractions)
        }
    }
}
