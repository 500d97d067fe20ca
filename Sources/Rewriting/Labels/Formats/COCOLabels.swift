internal import UprightBase

/// COCO, of one picture: boxes, polygons, both kinds of run lengths, key points, and the boxes of panoptic segments; the boxes and
/// points of COCO-WholeBody; DensePose; LVIS.
///
/// Boxes and polygons are continuous coordinates. Key points of whole numbers are indices of pixels from 0, as in COCO's own
/// files; with a fraction in one of them they are continuous.
enum COCOLabels {
    static let format = LabelFormat.json(
        "COCO", key: "coco", marks: ["\"images\""],
        matches: { root in
            guard let images = root["images"]?.elements else { return false }
            let annotations = root["annotations"]?.elements
            guard root["annotations"] == nil || annotations != nil else { return false }
            // Others list images by their addresses.
            return annotations?.isEmpty == false
                || images.allSatisfy { image in image["url"] == nil || image["file_name"] != nil || image["id"] != nil }
        },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static let boxes = ["bbox", "face_box", "lefthand_box", "righthand_box"]
    private static let points = ["keypoints", "foot_kpts", "face_kpts", "lefthand_kpts", "righthand_kpts"]
    private static let densePose: Set = ["dp_x", "dp_y", "dp_I", "dp_U", "dp_V", "dp_masks"]
    private static let known = densePose.union(
        boxes + points + ["segmentation", "segments_info", "area", "num_keypoints", "width", "height"])

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        guard picture.turn.orientation != .up else { return }
        let images = root["images"]?.elements ?? []
        guard images.count == 1, let image = images.first else { throw .pictures(images.count) }
        guard let turn = try labels.turn(image["width"], image["height"], &picture) else { return }
        try labels.check(image, "images[0]", knowing: ["width", "height"])
        try labels.check(root, "", knowing: ["images", "annotations", "categories", "info", "licenses"])
        let annotations = root["annotations"]?.elements ?? []
        let swaps = picture.options.swapsSides && LabelFrame(turn).mirrors
        let orders = swaps ? orders(root["categories"]?.elements ?? [], labels) : [:]
        var continuous = Set(picture.options.continuous)
        for name in points {
            let isWhole = annotations.compactMap { $0[name]?.elements }.allSatisfy { areWhole($0, labels) }
            if !isWhole { continuous.insert(name) }
        }
        for (index, annotation) in annotations.enumerated() {
            let path = "annotations[\(index)]"
            try labels.check(annotation, path, knowing: known)
            try Self.turn(sizeIn: annotation, path, &labels, turn)
            for part in [annotation] + (annotation["segments_info"]?.elements ?? []) {
                for name in boxes {
                    guard let box = part[name], labels.isSet(box) else { continue }
                    let values = try labels.elements(box, count: 4)
                    // Of a part that is not seen: 0, 0, 0, 0.
                    guard values.contains(where: { labels.isSet($0) }) else { continue }
                    try labels.move(box: values, in: LabelFrame(turn))
                }
            }
            if let shape = annotation["segmentation"], labels.isSet(shape) { try move(shape, &labels, turn) }
            try move(densePose: annotation, &labels, turn, swaps: swaps)
            for name in points {
                guard let values = annotation[name], labels.isSet(values) else { continue }
                let frame = continuous.contains(name) ? LabelFrame(turn) : LabelFrame(turn, indicesFrom: 0)
                var order: [Int]?
                if swaps {
                    order =
                        name == "keypoints"
                        ? labels.scalar(annotation["category_id"]).flatMap { orders[$0.serialized] } : nil
                    guard order != nil else {
                        throw LabelRefusal(
                            expected:
                                "names of the key points in the category, to swap left and right of \(path).\(name)",
                            found: "none")
                    }
                }
                try move(keyPoints: values, order, &labels, frame)
            }
        }
    }

    /// Exchanges the picture's dimensions in an annotation, as pycococreator writes them.
    private static func turn(
        sizeIn annotation: LocatedJSON, _ path: String, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        guard let width = annotation["width"], let height = annotation["height"] else { return }
        let size = (try labels.optionalNumber(width), try labels.optionalNumber(height))
        guard size == (Double(turn.storedSize.width), Double(turn.storedSize.height)) else {
            throw LabelRefusal(
                expected: "the picture's dimensions as width and height of \(path)", found: "others")
        }
        labels.replace(width, by: turn.uprightSize.width)
        labels.replace(height, by: turn.uprightSize.height)
    }

    /// Whether the coordinates of key points of three numbers are whole.
    private static func areWhole(_ values: [LocatedJSON], _ labels: JSONLabels) -> Bool {
        values.enumerated().allSatisfy { place, value in
            if place % 3 == 2 { return true }
            if case .integer? = labels.scalar(value) { return true }
            return false
        }
    }

    /// Which key points come where when left and right change places, by the id of the category.
    private static func orders(_ categories: [LocatedJSON], _ labels: JSONLabels) -> [String: [Int]] {
        var orders: [String: [Int]] = [:]
        for category in categories {
            guard let id = labels.scalar(category["id"]), let names = category["keypoints"]?.elements else { continue }
            orders[id.serialized] = LabelSides.order(of: names.map { labels.string($0) ?? "" })
        }
        return orders
    }

    private static func move(
        _ shape: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        guard let rings = shape.elements else { return try move(mask: shape, of: turn.storedSize, &labels, turn) }
        for ring in rings { try labels.move(points: ring, in: LabelFrame(turn)) }
    }

    /// Turns run lengths, column by column.
    private static func move(
        mask: LocatedJSON, of size: Size, _ labels: inout JSONLabels, _ turn: PictureTurn
    ) throws(LabelRefusal) {
        guard let sides = mask["size"], let counts = mask["counts"] else {
            throw LabelRefusal(expected: "run lengths with size and counts", found: "others")
        }
        let sideValues = try labels.elements(sides, count: 2)
        let found = Size(
            width: Int(try labels.number(sideValues[1]).double), height: Int(try labels.number(sideValues[0]).double))
        guard found == size else {
            throw LabelRefusal(expected: "a mask of \(size) pixels", found: "\(found)")
        }
        let text = labels.string(counts)
        var lengths: [Int] = []
        if let text {
            lengths = try RunLengths.counts(inText: text)
        } else {
            for count in try labels.elements(counts) { lengths.append(Int(try labels.number(count).double)) }
        }
        let made = try RunLengths.turned(lengths, of: size, by: turn.orientation, areColumns: true)
        if text != nil {
            labels.replace(counts, by: JSONValue.string(RunLengths.text(of: made)).serialized)
        } else {
            labels.replace(counts, by: made)
        }
        let upright = size.turned(by: turn.orientation)
        labels.replace(sideValues[0], by: upright.height)
        labels.replace(sideValues[1], by: upright.width)
    }

    /// DensePose's points are in a frame of 255 by 255 that covers the box, its masks in one of 256 by 256 pixels.
    private static func move(
        densePose annotation: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn, swaps: Bool
    ) throws(LabelRefusal) {
        let masks = annotation["dp_masks"]?.elements ?? []
        guard let xs = annotation["dp_x"]?.elements, let ys = annotation["dp_y"]?.elements else {
            guard annotation["dp_x"] == nil, masks.isEmpty else {
                throw LabelRefusal(expected: "dp_x and dp_y of DensePose", found: "one of them")
            }
            return
        }
        guard xs.count == ys.count, !swaps else {
            throw LabelRefusal(
                expected: swaps ? "labels whose left and right can change places" : "as many dp_x as dp_y",
                found: swaps ? "DensePose" : "\(xs.count) and \(ys.count)")
        }
        for (x, y) in zip(xs, ys) { try labels.move(x, y, in: LabelFrame(turn, width: 255, height: 255)) }
        for mask in masks where labels.isSet(mask) {
            try move(mask: mask, of: Size(width: 256, height: 256), &labels, turn)
        }
    }

    /// Moves key points of three numbers.
    ///
    /// - Parameter order: for each place, the place whose point comes there; nil: they stay in order.
    private static func move(
        keyPoints: LocatedJSON, _ order: [Int]?, _ labels: inout JSONLabels, _ frame: LabelFrame
    ) throws(LabelRefusal) {
        let values = try labels.elements(keyPoints)
        guard values.count.isMultiple(of: 3), order == nil || order?.count == values.count / 3 else {
            throw LabelRefusal(
                expected: order.map { "\($0.count) key points of three numbers" } ?? "key points of three numbers",
                found: "\(values.count) numbers")
        }
        var points: [[String]] = []
        for at in stride(from: 0, to: values.count, by: 3) {
            let point = values[at..<at + 3]
            var numbers: [LabelNumber] = []
            for value in point { numbers.append(try labels.number(value)) }
            // Key points that are not labelled are 0, 0, 0.
            if numbers.contains(where: { $0.double != 0 }) {
                (numbers[0], numbers[1]) = frame.point(numbers[0], numbers[1])
            }
            points.append(numbers.map(\.description))
        }
        for (place, from) in (order ?? Array(points.indices)).enumerated() {
            for (value, text) in zip(values[(3 * place)...], points[from]) { labels.replace(value, by: text) }
        }
    }
}
