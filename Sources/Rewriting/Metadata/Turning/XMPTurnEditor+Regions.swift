internal import UprightBase
internal import UprightFormats

/// The names in a schema of picture regions.
struct XMPRegionSchema {
    let regions: XMPNamespace
    let area: XMPNamespace
    let dimensions: XMPNamespace
    let areas: [String]

    /// Metadata Working Group (Guidelines 2.0, 5.9), and ACDSee, which copied it.
    static let all = [
        XMPRegionSchema(regions: .mwgRegions, area: .area, dimensions: .dimensions, areas: ["Area"]),
        XMPRegionSchema(
            regions: .acdseeRegions, area: .acdseeArea, dimensions: .acdseeDimensions, areas: ["DLYArea", "ALGArea"]),
    ]
}

extension XMPTurnEditor {
    /// Moves the regions of all schemas.
    mutating func moveRegions() {
        guard turn.orientation != .up else { return }
        for schema in XMPRegionSchema.all {
            for regions in packet.properties(XMPName(schema.regions, "Regions")) { move(regions, schema) }
        }
        moveMicrosoftRegions()
        moveImageRegions()
    }

    /// Moves the regions of a schema.
    ///
    /// Their coordinates are always those of the stored picture: readers take them and then the orientation, and no reader looks
    /// at the dimensions. Those are of the stored picture as most programs write them, and of the displayed one as Lightroom does.
    private mutating func move(_ regions: XMPField, _ schema: XMPRegionSchema) {
        let prefix = schema.regions.prefix
        let dimensions = packet.fields(XMPName(schema.regions, "AppliedToDimensions"), of: regions).first
        let w = dimensions.flatMap { packet.fields(XMPName(schema.dimensions, "w"), of: $0).first }
        let h = dimensions.flatMap { packet.fields(XMPName(schema.dimensions, "h"), of: $0).first }
        var frame = turn.storedSize
        if let w, let h, let width = integer(w), let height = integer(h) {
            let applied = Size(width: width, height: height)
            let isStored = turn.liesAsRegion(applied)
            frame = isStored ? applied : Size(width: height, height: width)
            if turn.orientation.transposes, isStored { exchange(w, h, as: "\(prefix):AppliedToDimensions") }
        }
        for list in packet.fields(XMPName(schema.regions, "RegionList"), of: regions) {
            for region in packet.items(of: list) {
                for name in schema.areas {
                    for area in packet.fields(XMPName(schema.regions, name), of: region) {
                        moveArea(area, schema, frame)
                    }
                }
                turnAngles(of: region, schema)
                for rotation in packet.fields(XMPName(schema.regions, "Rotation"), of: region) {
                    turnRotation(rotation)
                }
            }
        }
    }

    /// Moves an area: its centre, and the sides of a rectangle. A circle has a diameter; a point has only a centre.
    ///
    /// - Parameter frame: the size of the stored picture to which positions in pixels refer.
    private mutating func moveArea(_ area: XMPField, _ schema: XMPRegionSchema, _ frame: Size) {
        func field(_ name: String) -> XMPField? { packet.fields(XMPName(schema.area, name), of: area).first }
        let name = "\(schema.regions.prefix):Area"
        guard let x = field("x"), let y = field("y"), let textX = packet.trimmedValue(of: x),
            let textY = packet.trimmedValue(of: y)
        else {
            warnings.append("xmp.\(name) has no position; kept unchanged")
            return
        }
        var sides = Size(width: 1, height: 1)
        if let unit = field("unit").flatMap({ packet.trimmedValue(of: $0) }), unit == "pixel" {
            sides = frame
        }
        guard let moved = move(x: textX, y: textY, width: nil, height: nil, in: sides) else {
            warnings.append("xmp.\(name) \(textX), \(textY) is not a position; kept unchanged")
            return
        }
        set(x, to: moved.x, as: name + ".x")
        set(y, to: moved.y, as: name + ".y")
        if turn.orientation.transposes, let w = field("w"), let h = field("h") { exchange(w, h, as: name) }
    }

    /// Returns the turned position of a point, or of a rectangle's top-left corner, within sides of the given length.
    func move(
        x: String, y: String, width: String?, height: String?, in sides: Size
    ) -> (x: String, y: String)? {
        guard var x = DecimalText(x), var y = DecimalText(y), var w = DecimalText(width ?? "0"),
            var h = DecimalText(height ?? "0")
        else { return nil }
        let orientation = turn.orientation
        let upright = sides.turned(by: orientation)
        if orientation.transposes {
            swap(&x, &y)
            swap(&w, &h)
        }
        if orientation.mirrorsHorizontally {
            guard let mirrored = DecimalText(upright.width).subtracting(x)?.subtracting(w) else { return nil }
            x = mirrored
        }
        if orientation.mirrorsVertically {
            guard let mirrored = DecimalText(upright.height).subtracting(y)?.subtracting(h) else { return nil }
            y = mirrored
        }
        return (x.text, y.text)
    }

    /// Moves Microsoft's regions: `MPReg:Rectangle`, "left, top, width, height" as fractions of the picture.
    ///
    /// Source: Windows Imaging Component, "People Tagging".
    private mutating func moveMicrosoftRegions() {
        for info in packet.properties(XMPName(.microsoftPhoto, "RegionInfo")) {
            for list in packet.fields(XMPName(.microsoftRegionInfo, "Regions"), of: info) {
                for region in packet.items(of: list) {
                    for field in packet.fields(XMPName(.microsoftRegion, "Rectangle"), of: region) {
                        guard let text = packet.trimmedValue(of: field), let moved = rectangle(text) else {
                            warnings.append("xmp.MPReg:Rectangle is not a rectangle; kept unchanged")
                            continue
                        }
                        set(field, to: moved)
                    }
                }
            }
        }
    }

    /// Moves a rectangle written as four numbers; the separators stay.
    private func rectangle(_ text: String) -> String? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { return nil }
        let numbers = parts.map { $0.split(separator: " ").joined() }
        guard DecimalText(numbers[2]) != nil, DecimalText(numbers[3]) != nil,
            let moved = move(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3], in: Size(width: 1, height: 1))
        else { return nil }
        let sides = turn.orientation.transposes ? [numbers[3], numbers[2]] : [numbers[2], numbers[3]]
        return zip(parts, [moved.x, moved.y] + sides).map { part, number in
            String(part.prefix { $0 == " " }) + number
        }.joined(separator: ",")
    }
}
