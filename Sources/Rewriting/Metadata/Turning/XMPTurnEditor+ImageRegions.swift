internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Moves the IPTC image regions: rectangles by their corner, circles by their centre, polygons by their vertices.
    ///
    /// Source: IPTC Photo Metadata Standard 2023.1, "Image Region", "Region Boundary".
    mutating func moveImageRegions() {
        for list in packet.properties(XMPName(.iptcExtension, "ImageRegion")) {
            for region in packet.items(of: list) {
                for boundary in packet.fields(XMPName(.iptcExtension, "RegionBoundary"), of: region) {
                    move(boundary: boundary)
                }
            }
        }
    }

    private func field(_ name: String, of field: XMPField) -> XMPField? {
        packet.fields(XMPName(.iptcExtension, name), of: field).first
    }

    private func text(_ name: String, of field: XMPField) -> String? {
        self.field(name, of: field).flatMap { packet.trimmedValue(of: $0) }
    }

    private mutating func move(boundary: XMPField) {
        let sides = text("rbUnit", of: boundary) == "pixel" ? turn.storedSize : Size(width: 1, height: 1)
        switch text("rbShape", of: boundary) {
        case "rectangle":
            let width = field("rbW", of: boundary)
            let height = field("rbH", of: boundary)
            move(
                position: boundary, sides, width: width.flatMap { packet.trimmedValue(of: $0) },
                height: height.flatMap { packet.trimmedValue(of: $0) })
            if turn.orientation.transposes, let width, let height {
                exchange(width, height, as: "Iptc4xmpExt:RegionBoundary")
            }
        case "circle":
            move(position: boundary, sides, width: nil, height: nil)
            // The radius is a fraction of the picture's width.
            if turn.orientation.transposes, sides.width == 1, let radius = field("rbRx", of: boundary),
                let value = packet.trimmedValue(of: radius).flatMap({ Double($0) }), turn.storedSize.height > 0
            {
                let scaled = value * Double(turn.storedSize.width) / Double(turn.storedSize.height)
                set(radius, to: DecimalText(rounding: scaled, digits: 9).text, as: "Iptc4xmpExt:rbRx")
            }
        case "polygon":
            for vertices in packet.fields(XMPName(.iptcExtension, "rbVertices"), of: boundary) {
                for vertex in packet.items(of: vertices) { move(position: vertex, sides, width: nil, height: nil) }
            }
        default: warnings.append("xmp.Iptc4xmpExt:RegionBoundary has an unknown shape; kept unchanged")
        }
    }

    private mutating func move(position: XMPField, _ sides: Size, width: String?, height: String?) {
        guard let x = field("rbX", of: position), let y = field("rbY", of: position),
            let textX = packet.trimmedValue(of: x), let textY = packet.trimmedValue(of: y),
            let moved = move(x: textX, y: textY, width: width, height: height, in: sides)
        else {
            warnings.append("xmp.Iptc4xmpExt:RegionBoundary has no position; kept unchanged")
            return
        }
        set(x, to: moved.x, as: "Iptc4xmpExt:rbX")
        set(y, to: moved.y, as: "Iptc4xmpExt:rbY")
    }
}
