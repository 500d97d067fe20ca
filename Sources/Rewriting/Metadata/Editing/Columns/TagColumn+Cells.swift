internal import UprightBase
package import UprightFormats

extension TagColumn {
    /// Whether a table may set the tag: texts, dates and positions, but not the numbers of the camera, which tables give in
    /// words.
    package var isWritable: Bool { position != nil || !writableItems.isEmpty }

    /// The items that a table may set.
    package var writableItems: [MetadataName] {
        items.filter { item in
            switch item {
            case .exif(let tag):
                guard let definition = tag.definition, definition.editability == .editable else { return false }
                // Texts in other types: XPTitle to XPSubject, UserComment.
                return [.ascii, .utf8].contains(definition.types.first) || (0x9C9B...0x9C9F).contains(tag.number)
                    || tag.number == 0x9286
            case .iptc(let definition): return definition.format != .binary && definition.format != .number
            case .xmp, .text: return true
            case .directory, .packet: return false
            }
        }
    }

    /// Returns a value as a table holds it: lists joined, or as JSON if the separator would divide a value; dates in exiftool's
    /// form.
    package func cell(_ value: PropertyValue?, separator: String) -> String {
        switch value {
        case nil, .null?: ""
        case .string(let text)?: formatted(text)
        case .integer(let number)?: "\(number)"
        case .real(let number)?: Int(exactly: number).map(String.init) ?? "\(number)"
        case .boolean(let flag)?: flag ? "True" : "False"
        case .data(let bytes)?: "(Binary data \(bytes.count) bytes)"
        case .array(let values)?: Self.joined(values.map { cell($0, separator: separator) }, separator)
        case .dictionary?: value?.json ?? ""
        }
    }

    private func formatted(_ text: String) -> String {
        let digits = Array(text)
        switch items.first {
        case .iptc(let definition)? where definition.format == .date && digits.count == 8:
            return "\(text.prefix(4)):\(text.dropFirst(4).prefix(2)):\(text.dropFirst(6))"
        case .iptc(let definition)? where definition.format == .time && digits.count == 11:
            return "\(String(digits[0..<2])):\(String(digits[2..<4])):\(String(digits[4..<6]))"
                + "\(String(digits[6..<9])):\(String(digits[9..<11]))"
        case .xmp(let name)? where name.local.contains("Date") && digits.count >= 10 && digits[4] == "-":
            return String(text.prefix(10)).replacing("-", with: ":")
                + String(text.dropFirst(10)).replacing("T", with: " ", maxReplacements: 1)
        default: return text
        }
    }

    /// Returns the values of a cell for an item: of a list, its values; dates in the item's form.
    package func texts(of cell: String, for item: MetadataName, separator: String) -> [String] {
        switch item {
        case .iptc(let definition):
            let texts = definition.isRepeatable ? Self.split(cell, separator) : [cell]
            switch definition.format {
            case .date: return texts.map { String($0.prefix(10)).filter { $0 != ":" && $0 != "-" } }
            case .time: return texts.map { $0.filter { $0 != ":" } }
            default: return texts
            }
        case .xmp(let name):
            if name.local.contains("Date"), let date = Self.isoDate(cell) { return [date] }
            let isList = XMPForms.form(of: name).map { $0 != .alternative } ?? false
            return isList ? Self.split(cell, separator) : [cell]
        default: return [cell]
        }
    }

    /// The values of a list, so that ``split(_:_:)`` gives them again.
    private static func joined(_ values: [String], _ separator: String) -> String {
        let text = values.joined(separator: separator)
        return split(text, separator) == values || values.isEmpty
            ? text : PropertyValue.array(values.map { .string($0) }).json
    }

    private static func split(_ cell: String, _ separator: String) -> [String] {
        if cell.hasPrefix("[\""), cell.hasSuffix("\"]"), let values = list(cell) { return values }
        return separator.isEmpty
            ? [cell]
            : cell.split(separator: separator).map { text in
                String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
    }

    /// The texts of a list in JSON; nil for another text.
    private static func list(_ text: String) -> [String]? {
        guard case .array(let values)? = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
        let texts = values.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
        return texts.count == values.count ? texts : nil
    }

    /// exiftool's `2024:05:17 18:03:09+02:00` in the form of XMP; nil for another text.
    private static func isoDate(_ text: String) -> String? {
        let characters = Array(text)
        guard characters.count >= 10, characters[4] == ":", characters[7] == ":",
            characters[0..<4].allSatisfy(\.isNumber)
        else { return nil }
        return String(text.prefix(10)).replacing(":", with: "-")
            + String(text.dropFirst(10)).replacing(" ", with: "T", maxReplacements: 1)
    }
}
