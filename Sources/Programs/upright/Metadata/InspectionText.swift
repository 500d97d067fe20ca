internal import UprightBase
internal import UprightService
internal import UprightWorker
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// An inspection, laid out for a terminal.
struct InspectionText {
    private let colours: Bool
    private(set) var lines: [String] = []

    init(_ inspection: Inspection, colours: Bool) {
        self.colours = colours
        lines.append(Style.bold(inspection.source.description, when: colours))
        add("type", inspection.type.rawValue)
        for (word, text) in InspectionSummary(inspection).lines { add(word, text) }
        let plain = inspection.properties.filter { $0.value.dictionary == nil }
        if !plain.isEmpty { add(plain, in: "", title: "properties") }
        for name in Self.ordered(inspection.properties.keys) {
            if let dictionary = inspection.properties[name]?.dictionary { add(dictionary, in: name, title: name) }
        }
        if !inspection.tags.isEmpty { addTags(inspection.tags) }
        if let structure = inspection.structure {
            addTitle("structure")
            lines.append("    " + Words.right("offset", 10) + Words.right("length", 11) + "  sha256        part")
            for part in structure.parts {
                lines.append(
                    "    " + Words.right("\(part.offset)", 10) + Words.right("\(part.length)", 11)
                        + "  \(ShownText.onOneLine(part.shortDigest))  \(ShownText.onOneLine(part.name))")
            }
        }
        for warning in inspection.warnings {
            lines.append("  " + Style.yellow("warning", when: colours) + ": \(ShownText.onOneLine(warning))")
        }
    }

    /// Sorts the dictionaries that most pictures have first, then the others by name.
    private static func ordered(_ names: some Sequence<String>) -> [String] {
        let first = ["{TIFF}", "{Exif}", "{ExifAux}", "{GPS}", "{IPTC}", "{XMP}"]
        return names.sorted {
            (first.firstIndex(of: $0) ?? first.count, $0) < (first.firstIndex(of: $1) ?? first.count, $1)
        }
    }

    private mutating func addTitle(_ title: String) {
        lines.append("  " + Style.cyan(ShownText.onOneLine(title), when: colours))
    }

    private mutating func add(_ word: String, _ text: String) {
        lines.append("  " + Words.padded(word, 10) + " " + text)
    }

    private mutating func addTags(_ tags: [InspectedTag]) {
        addTitle("tags")
        for tag in tags {
            var value = ShownText.onOneLine(tag.exactText)
            if value.count > 100 { value = value.prefix(99) + "…" }
            lines.append(
                "    " + Words.padded(tag.directory, 11) + " \(tag.hexadecimalNumber) " + Words.padded(tag.name, 28)
                    + " "
                    + Words.padded(tag.typeName, 9) + " " + Words.right("\(tag.count)", 6) + "  " + value)
        }
    }

    private mutating func add(_ dictionary: [String: PropertyValue], in name: String, title: String) {
        addTitle(title)
        add(dictionary, values: ValueText(dictionary, named: name), indent: 4)
    }

    private mutating func add(_ dictionary: [String: PropertyValue], values: ValueText?, indent: Int) {
        let keys = Self.ordered(dictionary.keys, by: values)
        let shown = keys.filter { dictionary[$0]?.dictionary == nil }.map { ShownText.onOneLine($0).count }
        let width = min(max(shown.max() ?? 0, 30 - indent), 40)
        let margin = String(repeating: " ", count: indent)
        for key in keys {
            guard let value = dictionary[key] else { continue }
            if let inner = value.dictionary {
                lines.append(margin + ShownText.onOneLine(key))
                add(inner, values: nil, indent: indent + 2)
            } else {
                var text = values?.text(value, key: key) ?? Self.plain(value)
                if text.count > 160 { text = text.prefix(159) + "…" }
                lines.append(margin + Words.padded(ShownText.onOneLine(key), width) + " " + text)
            }
        }
    }

    /// Sorts tags by number, which keeps related tags together, and other keys by name.
    private static func ordered(_ keys: some Sequence<String>, by values: ValueText?) -> [String] {
        keys.sorted { a, b in
            if let values, let first = values.tag(a), let second = values.tag(b), first.number != second.number {
                return first.number < second.number
            }
            if let first = Int(a), let second = Int(b) { return first < second }
            return a < b
        }
    }

    private static func plain(_ value: PropertyValue) -> String {
        switch value {
        case .string(let text): ShownText.onOneLine(text)
        case .real(let real): ValueText.short(real)
        case .integer, .boolean, .null: value.json
        case .data(let bytes): "\(Words.count(bytes.count, "byte"))"
        case .array(let array) where array.count > 24:
            array.prefix(24).map(plain).joined(separator: ", ") + ", … (\(array.count))"
        case .array(let array): array.map(plain).joined(separator: ", ")
        case .dictionary(let dictionary):
            "{" + dictionary.keys.sorted().map { "\($0): \(plain(dictionary[$0] ?? ""))" }.joined(separator: ", ") + "}"
        }
    }
}
