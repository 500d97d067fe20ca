internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Moves `exif:SubjectArea` and `exif:SubjectLocation`: arrays of whole numbers.
    mutating func moveSubjects() {
        guard turn.orientation != .up else { return }
        for name in ["SubjectArea", "SubjectLocation"] {
            for field in packet.properties(XMPName(.exif, name)) {
                let items = packet.items(of: field)
                let values = items.compactMap(integer)
                guard values.count == items.count, !values.isEmpty else { continue }
                let frame = turn.frame(declared: declaredSize, holding: values)
                guard let moved = turn.subject(values, in: frame) else {
                    if values.contains(where: { $0 != 0 }) {
                        warnings.append("xmp.exif:\(name) \(values) is not within the picture; kept unchanged")
                    }
                    continue
                }
                for (item, value) in zip(items, moved) { set(item, to: String(value), as: "exif:\(name)") }
            }
        }
    }

    private var declaredSize: Size? {
        guard let width = packet.properties(XMPName(.exif, "PixelXDimension")).first.flatMap(integer),
            let height = packet.properties(XMPName(.exif, "PixelYDimension")).first.flatMap(integer)
        else { return nil }
        return Size(width: width, height: height)
    }
}
