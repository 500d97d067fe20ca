internal import FileStore
internal import ImageContainers
internal import ImageMetadata
internal import Pipeline

/// An inspection, laid out for a terminal.
struct InspectionText {
    private let colours: Bool
    private(set) var lines: [String] = []

    init(_ inspection: Inspection, colours: Bool) {
        self.colours = colours
        lines.append(Style.bold(inspection.source.description, when: colours))
        add("type", inspection.type.rawValue)
        if let coordinate = inspection.coordinate {
            add("position", "\(coordinate.latitude), \(coordinate.longitude)")
        }
        let plain = inspection.properties.filter { $0.value.dictionary == nil }
        for key in plain.keys.sorted() { add(key, Self.text(plain[key] ?? "", key: key, in: "")) }
        for name in inspection.properties.keys.sorted() {
            guard let dictionary = inspection.properties[name]?.dictionary else { continue }
            lines.append("  " + Style.cyan(TerminalText.safe(name), when: colours))
            add(dictionary, in: name, indent: 4)
        }
        if !inspection.parts.isEmpty {
            lines.append("  " + Style.cyan("structure", when: colours))
            lines.append("    " + Words.right("offset", 10) + Words.right("length", 11) + "  sha256        part")
            for part in inspection.parts {
                lines.append(
                    "    " + Words.right("\(part.range.lowerBound)", 10) + Words.right("\(part.range.count)", 11)
                        + "  \(part.shortDigest)  \(TerminalText.safe(part.name))")
            }
        }
        for warning in inspection.warnings {
            lines.append("  " + Style.yellow("warning", when: colours) + ": \(TerminalText.safe(warning))")
        }
    }

    private mutating func add(_ key: String, _ text: String, indent: Int = 2) {
        lines.append(
            String(repeating: " ", count: indent) + Words.padded(TerminalText.safe(key), max(1, 30 - indent)) + " "
                + text)
    }

    private mutating func add(_ dictionary: [String: PropertyValue], in name: String, indent: Int) {
        for key in dictionary.keys.sorted(by: Self.precedes) {
            guard let value = dictionary[key] else { continue }
            if let inner = value.dictionary {
                lines.append(String(repeating: " ", count: indent) + TerminalText.safe(key))
                add(inner, in: "\(name).\(key)", indent: indent + 2)
            } else {
                add(key, Self.text(value, key: key, in: name), indent: indent)
            }
        }
    }

    /// Numbers come in their order, names in theirs.
    private static func precedes(_ a: String, _ b: String) -> Bool {
        if let first = Int(a), let second = Int(b) { return first < second }
        return a < b
    }

    private static let groups: [String: TagGroup] = [
        "{TIFF}": .primary, "{Exif}": .exif, "{GPS}": .gps, "{Thumbnail}": .thumbnail,
        "{Interoperability}": .interoperability,
    ]

    private static func text(_ value: PropertyValue, key: String, in name: String) -> String {
        var text = plain(value)
        if text.count > 160 { text = text.prefix(159) + "…" }
        guard let group = groups[name], let tag = TagTable.tag(named: key, in: [group]),
            let meanings = tag.definition?.meanings, !meanings.isEmpty
        else { return text }
        let code = value.integer ?? value.string.flatMap { $0.utf8.count == 1 ? $0.utf8.first.map { Int($0) } : nil }
        return code.flatMap { meanings[$0] }.map { "\(text) (\($0))" } ?? text
    }

    private static func plain(_ value: PropertyValue) -> String {
        switch value {
        case .string(let text): TerminalText.safe(text)
        case .real(let real): real.isNaN ? "unknown" : value.json
        case .integer, .boolean: value.json
        case .data(let bytes): "\(Words.count(bytes.count, "byte"))"
        case .array(let array) where array.count > 24:
            array.prefix(24).map(plain).joined(separator: ", ") + ", … (\(array.count))"
        case .array(let array): array.map(plain).joined(separator: ", ")
        case .dictionary(let dictionary):
            "{" + dictionary.keys.sorted().map { "\($0): \(plain(dictionary[$0] ?? ""))" }.joined(separator: ", ") + "}"
        }
    }
}
