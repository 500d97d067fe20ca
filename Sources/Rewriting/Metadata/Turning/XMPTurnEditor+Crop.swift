internal import Glibc
internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Moves the Camera Raw crop: two opposite corners of the cropped area, as fractions of the stored picture, and the angle
    /// in degrees by which the area is turned about the picture's centre.
    ///
    /// A crop that was applied already (`crs:AlreadyApplied`) describes another picture and stays.
    ///
    /// - Returns: whether the packet has no active crop, or it was moved.
    mutating func moveCrop() -> Bool {
        func text(_ name: String) -> String? {
            packet.properties(XMPName(.cameraRaw, name)).first.flatMap { packet.trimmedValue(of: $0) }
        }
        guard text("HasCrop")?.lowercased() == "true" else { return true }
        guard text("AlreadyApplied")?.lowercased() != "true" else { return false }
        let names = ["CropLeft", "CropTop", "CropRight", "CropBottom"]
        let edges = names.compactMap { packet.properties(XMPName(.cameraRaw, $0)).first }
        let angles = packet.properties(XMPName(.cameraRaw, "CropAngle"))
        let angle = angles.isEmpty ? DecimalText(0) : text("CropAngle").flatMap { DecimalText($0) }
        let texts = edges.compactMap { packet.trimmedValue(of: $0) }
        guard texts.count == 4, let angle, angle.value.magnitude <= 90,
            let moved = angle.value == 0 ? moved(texts) : moved(texts, angle: angle.value)
        else { return false }
        for (edge, value) in zip(edges, moved) { set(edge, to: value) }
        if isMirrored, angle.value != 0, let field = angles.first,
            let opposite = DecimalText(0).subtracting(angle)
        {
            set(field, to: opposite.text)
        }
        if turn.orientation.transposes {
            exchange(XMPName(.cameraRaw, "CropWidth"), XMPName(.cameraRaw, "CropHeight"))
        }
        return true
    }

    private var isMirrored: Bool {
        let transform = turn.transform
        return transform.a * transform.d - transform.b * transform.c < 0
    }

    /// Returns the turned left, top, right and bottom edge of an area along the picture's sides.
    private func moved(_ edges: [String]) -> [String]? {
        let unit = Size(width: 1, height: 1)
        guard let one = move(x: edges[0], y: edges[1], width: nil, height: nil, in: unit),
            let other = move(x: edges[2], y: edges[3], width: nil, height: nil, in: unit)
        else { return nil }
        // A transpose keeps the order of two edges, a mirror reverses it.
        let (left, right) = turn.orientation.mirrorsHorizontally ? (other.x, one.x) : (one.x, other.x)
        let (top, bottom) = turn.orientation.mirrorsVertically ? (other.y, one.y) : (one.y, other.y)
        return [left, top, right, bottom]
    }

    /// Returns the same for an area that is turned by an angle: its corners are turned back about the picture's centre, where
    /// they are those of a rectangle along the sides, and forward again after the turn.
    private func moved(_ edges: [String], angle: Double) -> [String]? {
        let numbers = edges.compactMap { DecimalText($0)?.value }
        let (stored, upright) = (turn.storedSize, turn.uprightSize)
        guard numbers.count == 4, stored.width > 0, stored.height > 0 else { return nil }
        func rotated(_ x: Double, _ y: Double, by degrees: Double) -> (x: Double, y: Double) {
            let radians = degrees * .pi / 180
            return (x * cos(radians) - y * sin(radians), x * sin(radians) + y * cos(radians))
        }
        let transform = turn.transform
        let corners = [(numbers[0], numbers[1]), (numbers[2], numbers[3])].map { corner in
            let plain = rotated(
                (corner.0 - 0.5) * Double(stored.width), (corner.1 - 0.5) * Double(stored.height), by: -angle)
            // About the centre, only the transform's linear part counts.
            return (
                x: Double(transform.a) * plain.x + Double(transform.c) * plain.y,
                y: Double(transform.b) * plain.x + Double(transform.d) * plain.y
            )
        }
        let turnedAngle = isMirrored ? -angle : angle
        let first = rotated(min(corners[0].x, corners[1].x), min(corners[0].y, corners[1].y), by: turnedAngle)
        let last = rotated(max(corners[0].x, corners[1].x), max(corners[0].y, corners[1].y), by: turnedAngle)
        return [
            first.x / Double(upright.width), first.y / Double(upright.height), last.x / Double(upright.width),
            last.y / Double(upright.height),
            // With the six digits that Camera Raw writes.
        ].map { DecimalText(rounding: $0 + 0.5, digits: 6).text }
    }
}
