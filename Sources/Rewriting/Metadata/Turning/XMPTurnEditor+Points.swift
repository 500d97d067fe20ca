internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Moves single positions: the focal point of a lens blur, as fractions of the picture, and the optical centre of a
    /// drone's camera, in pixels.
    mutating func movePoints() {
        guard turn.orientation != .up else { return }
        let unit = Size(width: 1, height: 1)
        movePoint(XMPName(.googleFocus, "FocalPointX"), XMPName(.googleFocus, "FocalPointY"), in: unit)
        movePoint(
            XMPName(.djiDrone, "CalibratedOpticalCenterX"), XMPName(.djiDrone, "CalibratedOpticalCenterY"),
            in: turn.storedSize)
    }

    private mutating func movePoint(_ x: XMPName, _ y: XMPName, in sides: Size) {
        for (a, b) in zip(packet.properties(x), packet.properties(y)) {
            guard let textX = packet.trimmedValue(of: a), let textY = packet.trimmedValue(of: b) else { continue }
            guard let first = Double(textX), let second = Double(textY), (0...Double(sides.width)).contains(first),
                (0...Double(sides.height)).contains(second),
                let moved = move(x: textX, y: textY, width: nil, height: nil, in: sides)
            else {
                warnings.append("xmp.\(x.qualified) \(textX), \(textY) is not within the picture; kept unchanged")
                continue
            }
            set(a, to: moved.x, as: x.qualified)
            set(b, to: moved.y, as: y.qualified)
        }
    }

    /// Turns the face angles that Apple cameras write next to its area: the roll in degrees clockwise from upright in
    /// the stored picture, and the yaw, which a mirror reverses.
    mutating func turnAngles(of region: XMPField, _ schema: XMPRegionSchema) {
        for extensions in packet.fields(XMPName(schema.regions, "Extensions"), of: region) {
            for field in packet.fields(of: extensions) where field.name.namespace == XMPNamespace.appleFaceInfo.uri {
                turnAngle(field)
            }
        }
        for field in packet.fields(of: region) where field.name.namespace == XMPNamespace.appleFaceInfo.uri {
            turnAngle(field)
        }
    }

    private mutating func turnAngle(_ field: XMPField) {
        guard ["AngleInfoRoll", "AngleInfoYaw"].contains(field.name.local),
            let text = packet.trimmedValue(of: field)
        else { return }
        guard let angle = DecimalText(text), angle.value >= 0, angle.value <= 360 else {
            warnings.append("xmp.apple-fi:\(field.name.local) \(text) is not an angle; kept unchanged")
            return
        }
        let (quarters, isMirrored) = turn.orientation.clockwiseQuarters
        let isRoll = field.name.local == "AngleInfoRoll"
        guard isMirrored || isRoll else { return }
        // A mirror reverses the direction of the angle; the quarter turns of the picture add to the roll.
        var whole = isRoll ? 90 * quarters : 0
        var moved = isMirrored ? DecimalText(whole).subtracting(angle) : angle.subtracting(DecimalText(-whole))
        while let found = moved, found.value < 0 {
            whole = 360
            moved = found.subtracting(DecimalText(-whole))
        }
        while let found = moved, found.value >= 360 { moved = found.subtracting(DecimalText(360)) }
        if let moved, moved.value != angle.value { set(field, to: moved.text, as: "apple-fi:\(field.name.local)") }
    }

    /// Turns the rotation of a region, in radians clockwise in the stored picture: −π/2 for a face that is upright once the
    /// picture is turned from 6.
    mutating func turnRotation(_ field: XMPField) {
        guard let text = packet.trimmedValue(of: field), let angle = DecimalText(text) else {
            needsOriginal = true
            warnings.append("xmp.\(field.name) of a region is not a number; kept unchanged")
            return
        }
        let (quarters, isMirrored) = turn.orientation.clockwiseQuarters
        var moved = Double(quarters) * .pi / 2 + (isMirrored ? -angle.value : angle.value)
        // As programs write it: more than −π, at most π. A rounded π is not taken for more.
        moved -= 2 * .pi * ((moved - .pi) / (2 * .pi) - 1e-4).rounded(.up)
        let digits = max(5, text.split(separator: ".").dropFirst().first?.count ?? 0)
        let new = DecimalText(rounding: moved, digits: digits)
        if new.value != angle.value { set(field, to: new.text, as: "\(field.name)") }
    }
}

extension Orientation {
    /// The number of clockwise quarter turns from the stored to the upright picture, and whether the picture is
    /// mirrored.
    fileprivate var clockwiseQuarters: (quarters: Int, isMirrored: Bool) {
        let moved = transform(in: Size(width: 1, height: 1))
        let quarters = moved.c != 0 ? (moved.c < 0 ? 1 : 3) : (moved.d > 0 ? 0 : 2)
        return (quarters, moved.a * moved.d - moved.b * moved.c < 0)
    }
}
