internal import UprightGeometry
internal import UprightJSON

/// COCO, of one picture: boxes, polygons, run lengths and key points.
///
/// Boxes and polygons are continuous coordinates. Key points of whole numbers are indices of pixels from 0, as in COCO's own
/// files; with a fraction in one of them they are continuous.
enum COCOLabels {
    static let format = JSONLabels.Format(
        name: "COCO", marks: ["\"images\"", "\"annotations\""],
        matches: { $0["images"]?.elements != nil && $0["annotations"]?.elements != nil },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, picture) })

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        let images = root["images"]?.elements ?? []
        guard images.count == 1, let image = images.first else {
            throw LabelRefusal(
                expected: "labels of one picture",
                found: "\(images.count); turn them with upright-batch annotations")
        }
        let (width, height) = (image["width"], image["height"])
        let size = (try labels.optionalNumber(width), try labels.optionalNumber(height))
        guard let turn = try picture.turn(width: size.0, height: size.1) else { return }
        if size.0 != nil, size.1 != nil {
            labels.replace(width, by: turn.uprightSize.width)
            labels.replace(height, by: turn.uprightSize.height)
        }
        let annotations = root["annotations"]?.elements ?? []
        let isWhole = try isWhole(annotations, labels)
        for annotation in annotations {
            for part in [annotation] + (annotation["segments_info"]?.elements ?? []) {
                guard let box = part["bbox"], labels.isSet(box) else { continue }
                try labels.move(box: try labels.elements(box, count: 4), in: LabelFrame(turn))
            }
            if let shape = annotation["segmentation"], labels.isSet(shape) { try move(shape, &labels, turn) }
            if let points = annotation["keypoints"], labels.isSet(points) {
                let size = turn.storedSize
                let frame =
                    isWhole ? LabelFrame(turn, width: size.width - 1, height: size.height - 1) : LabelFrame(turn)
                try move(keyPoints: points, &labels, frame)
            }
        }
    }

    private static func isWhole(_ annotations: [LocatedJSON], _ labels: JSONLabels) throws(LabelRefusal) -> Bool {
        for annotation in annotations {
            guard let points = annotation["keypoints"], labels.isSet(points) else { continue }
            for value in try labels.elements(points) {
                if case .integer? = labels.scalar(value) { continue }
                return false
            }
        }
        return true
    }

    private static func move(_ shape: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn) throws(LabelRefusal)
    {
        if let rings = shape.elements {
            for ring in rings { try labels.move(points: ring, in: LabelFrame(turn)) }
            return
        }
        throw LabelRefusal("run lengths cannot be turned here; turn the labels with upright-batch annotations")
    }

    private static func move(
        keyPoints: LocatedJSON, _ labels: inout JSONLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        let values = try labels.elements(keyPoints)
        guard values.count.isMultiple(of: 3) else {
            throw LabelRefusal(expected: "key points of three numbers", found: "\(values.count) numbers")
        }
        for at in stride(from: 0, to: values.count, by: 3) {
            // Key points that are not labelled are 0, 0, 0.
            let point = values[at..<at + 3]
            guard point.contains(where: { labels.isSet($0) }) else { continue }
            try labels.move(values[at], values[at + 1], in: frame)
        }
    }
}
