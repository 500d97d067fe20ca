internal import UprightBase

/// VGG Image Annotator (VIA 1 and 2), of one picture, which it knows by its name and its size in bytes.
enum VIALabels {
    static let format = LabelFormat.json(
        "VIA", key: "via", marks: ["\"regions\"", "\"filename\"", "\"size\""],
        matches: { pictures(of: $0).contains { $0.value["regions"] != nil && $0.value["filename"] != nil } },
        turn: { (root, labels, picture) throws(LabelRefusal) in try turn(root, &labels, &picture) })

    private static let known: Set = [
        "name", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "theta", "all_points_x", "all_points_y",
    ]

    private static func pictures(of root: LocatedJSON) -> [LocatedJSON.Member] {
        (root["_via_img_metadata"] ?? root).members
    }

    private static func turn(
        _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: inout LabelPlacement
    ) throws(LabelRefusal) {
        let pictures = pictures(of: root)
        guard pictures.count == 1, let member = pictures.first else {
            guard picture.turn.orientation != .up else { return }
            throw .pictures(pictures.count)
        }
        // Files of VIA have no dimensions.
        if let turn = try picture.turn(width: nil, height: nil) {
            let regions = member.value["regions"]
            for region in regions?.elements ?? regions?.members.map(\.value) ?? [] {
                if let shape = region["shape_attributes"] { try move(shape, &labels, turn) }
            }
        }
        rename(member, root, &labels, picture)
    }

    /// Turns the shape of a region.
    static func move(_ shape: LocatedJSON, _ labels: inout JSONLabels, _ turn: PictureTurn) throws(LabelRefusal) {
        let frame = LabelFrame(turn)
        try labels.check(shape, "shape_attributes", knowing: known)
        switch labels.string(shape["name"]) {
        case "rect": try labels.move(box: ["x", "y", "width", "height"].map { shape[$0] }, in: frame)
        case "polygon", "polyline":
            guard let xs = shape["all_points_x"]?.elements, let ys = shape["all_points_y"]?.elements,
                xs.count == ys.count
            else { throw LabelRefusal(expected: "as many y as x of a polygon", found: "others") }
            for (x, y) in zip(xs, ys) { try labels.move(x, y, in: frame) }
        case "circle", "point": try labels.move(shape["cx"], shape["cy"], in: frame)
        case "ellipse":
            try labels.move(shape["cx"], shape["cy"], in: frame)
            try labels.move(sides: shape["rx"], shape["ry"], in: frame)
            if frame.mirrors, let theta = shape["theta"], labels.isSet(theta) {
                labels.replace(theta, by: Double.pi - (try labels.number(theta).double))
            }
        case let name: throw LabelRefusal(expected: "a shape of VIA", found: name ?? "none")
        }
    }

    /// Gives the picture the size of its output.
    private static func rename(
        _ member: LocatedJSON.Member, _ root: LocatedJSON, _ labels: inout JSONLabels, _ picture: LabelPlacement
    ) {
        guard let bytes = picture.options.outputBytes, let size = member.value["size"],
            let name = labels.string(member.value["filename"]), case .integer(let old)? = labels.scalar(size),
            old != bytes, member.name == "\(name)\(old)"
        else { return }
        labels.replace(size, by: bytes)
        let key = JSONValue.string("\(name)\(bytes)").serialized
        labels.replace(member.nameRange, by: key)
        for id in root["_via_image_id_list"]?.elements ?? [] where labels.string(id) == member.name {
            labels.replace(id, by: key)
        }
    }
}
