package import UprightFormats

/// Asks a file for the value of a tag, by a name for which ``TagColumn`` finds items, by its place in the dictionaries
/// (`PixelWidth`, `{MakerCanon}.LensModel`), by exiftool's name of a composite (``CompositeTag``), or of what a maker notes:
/// `ShutterCount`, `Canon:FileNumber`, `CanonCustom.HighISONoiseReduction`.
package struct TagQuery: Sendable, Hashable {
    private let column: TagColumn?
    private let path: [String]
    private let composite: CompositeTag?
    private let noted: MakerNoteQuery?

    /// Creates a query; nil if the text can name nothing.
    package init?(_ name: String, namespaces: [XMPNamespace] = []) {
        column = TagColumn(name, namespaces: namespaces)
        path = name.hasPrefix("{") ? Self.path(name) : [name]
        let isPlace = name.hasPrefix("{")
        let parts = name.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        composite =
            isPlace || parts.count == 2 && parts[0] != "composite"
            ? nil : parts.last.flatMap { CompositeTag(rawValue: String($0)) }
        noted = isPlace ? nil : MakerNoteQuery(name)
        if column == nil, composite == nil, noted == nil, name.contains(":") && !name.hasPrefix("{") || name.isEmpty {
            return nil
        }
    }

    /// The name of a dictionary can hold a point: `{XMP}.dc:title`.
    private static func path(_ name: String) -> [String] {
        guard let end = name.firstIndex(of: "}") else { return [name] }
        let rest = name[name.index(after: end)...].drop { $0 == "." }
        return [String(name[...end])] + (rest.isEmpty ? [] : rest.split(separator: ".").map(String.init))
    }

    /// Returns the value; nil if the file has none.
    package func value(in properties: ImageProperties, _ dictionary: () -> [String: PropertyValue]) -> PropertyValue? {
        if let part = column?.position { return position(part, properties.gps) }
        // exiftool gives the picture's size before a tag of that name.
        if composite == .imageWidth || composite == .imageHeight, let size = composite?.value(in: properties, []) {
            return size
        }
        for item in column?.items ?? [] {
            if let value = Self.value(of: item, in: properties, dictionary) { return value }
        }
        let all = dictionary()
        guard let first = path.first, var value = all[first] else {
            if let composite { return composite.value(in: properties, MakerNoteQuery.notes(in: all)) }
            return noted?.value(in: all)
        }
        for key in path.dropFirst() {
            guard let next = value[key] else { return nil }
            value = next
        }
        return value
    }

    private func position(_ part: TagColumn.PositionPart, _ gps: GPSProperties?) -> PropertyValue? {
        switch part {
        case .latitude: gps?.degreesNorth.map { .real($0) }
        case .longitude: gps?.degreesEast.map { .real($0) }
        case .latitudeReference: gps?.degreesNorth.map { .string($0 < 0 ? "S" : "N") }
        case .longitudeReference: gps?.degreesEast.map { .string($0 < 0 ? "W" : "E") }
        case .altitude: gps?.altitude.map { .real($0) }
        case .altitudeReference: gps?.altitude.map { .integer($0 < 0 ? 1 : 0) }
        case .both: gps?.coordinate.map { .string("\($0.latitude), \($0.longitude)") }
        }
    }

    private static func value(
        of item: MetadataName, in properties: ImageProperties, _ dictionary: () -> [String: PropertyValue]
    ) -> PropertyValue? {
        switch item {
        case .exif(let tag):
            // Fractions as they are written: 1/125.
            if case .rational(let units)? = properties.exifMetadata?[tag], units.count == 1, units[0].denominator != 0 {
                return fraction(Int(units[0].numerator), Int(units[0].denominator))
            }
            return properties.exifMetadata?.property(tag)
        case .iptc(let definition):
            let sets = properties.iptc?.dataSets.filter {
                $0.record == definition.record && $0.number == definition.number
            }
            let texts = (sets ?? []).compactMap { properties.iptc?.text(of: $0) }
            if texts.isEmpty { return nil }
            return texts.count == 1 && !definition.isRepeatable ? .string(texts[0]) : .array(texts.map { .string($0) })
        case .xmp(let name): return properties.xmp?[name].map(value)
        case .text(.jpegComment): return dictionary()["Comments"]
        case .text(.gifComment): return dictionary()["{GIF}"]?["Comments"]
        case .text(.pngText(let keyword)):
            let texts = dictionary()["{PNG}"]?["Text"]?.array ?? []
            let found = texts.filter { $0["Keyword"]?.string == keyword }.compactMap { $0["Text"] }
            return found.isEmpty ? nil : found.count == 1 ? found[0] : .array(found)
        case .directory, .packet: return nil
        }
    }

    /// The value of a property: text, a list, or the default of its languages.
    private static func value(_ node: XMPNode) -> PropertyValue {
        switch node.content {
        case .simple(let text): .string(text)
        case .array(.alt, _): .string(node.text ?? "")
        case .array(_, let items): .array(items.map(value))
        case .structure(let fields):
            .dictionary(Dictionary(fields.map { ($0.name.local, value($0.value)) }) { first, _ in first })
        }
    }

    private static func fraction(_ numerator: Int, _ denominator: Int) -> PropertyValue {
        if numerator % denominator == 0 { return .integer(numerator / denominator) }
        if numerator < denominator, denominator % max(numerator, 1) == 0, numerator > 0 {
            return .string("1/\(denominator / numerator)")
        }
        return .real(Double(numerator) / Double(denominator))
    }
}
