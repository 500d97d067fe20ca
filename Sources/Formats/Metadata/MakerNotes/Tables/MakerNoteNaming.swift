/// Names the values of a maker note by its tables.
struct MakerNoteNaming {
    private let tables: MakerNoteTables
    /// The directory of the note: its bytes and byte order.
    private let directory: MakerNoteDirectory
    /// The values by name, by ImageIO's key, and by number if they have no name.
    private(set) var properties: [String: PropertyValue] = [:]

    /// Directories within directories end here.
    private static let depthLimit = 3

    /// Creates a naming without values.
    init(_ tables: MakerNoteTables, in directory: MakerNoteDirectory) {
        self.tables = tables
        self.directory = directory
    }

    /// Adds the entries of a directory.
    mutating func add(_ entries: [MakerNoteEntry], section: String = "main", depth: Int = 0) {
        let table = tables.sections[section]
        for entry in entries {
            if let field = table?.fields[Int(entry.tag)] {
                add(field, entry, depth: depth)
            } else {
                // Numbers of different directories are different tags.
                set(depth == 0 ? String(entry.tag) : "\(section):\(entry.tag)", entry.value.property())
            }
        }
    }

    /// Adds the fields of a record.
    mutating func addRecord(_ bytes: ArraySlice<UInt8>, section: String) {
        guard let table = tables.sections[section], let unit = table.unit else { return }
        for field in table.fields.values.sorted(by: { $0.number < $1.number }) {
            let own = field.unit ?? unit
            let start = field.number * unit.size
            // A count of 0 is all that follows.
            let size = field.count == 0 ? max(0, bytes.count - start) / own.size * own.size : field.count * own.size
            guard start <= bytes.count, size <= bytes.count - start else { continue }
            let part = bytes.dropFirst(start).prefix(size)
            guard let value = own.value(part, order: table.byteOrder ?? directory.byteOrder) else { continue }
            set(field, value)
        }
    }

    private mutating func add(_ field: MakerNoteTable.Field, _ entry: MakerNoteEntry, depth: Int) {
        switch field.form {
        case .section(let name): addSection(name, field, entry, depth: depth)
        case .version(let name):
            let bytes = entry.value.encoded(order: directory.byteOrder)
            let version = TextEncoding.lenient(bytes.prefix(4))
            if tables.sections[name + version] != nil {
                addRecord(bytes[...], section: name + version)
            } else {
                set(field.name + "Version", .string(version))
                set(field.name, Self.enciphered(entry.value))
            }
        default: set(field, entry.value)
        }
    }

    private mutating func addSection(
        _ name: String, _ field: MakerNoteTable.Field, _ entry: MakerNoteEntry, depth: Int
    ) {
        guard let table = tables.sections[name] else { return set(field.name, entry.value.property()) }
        if table.unit != nil {
            return addRecord(entry.value.encoded(order: directory.byteOrder)[...], section: name)
        }
        // A directory is stored in place, or the value is its offset.
        let start = entry.value.size > 4 ? entry.start : entry.value.integers?.first
        guard depth < Self.depthLimit, let start, let inner = directory.entries(at: start) else {
            return set(field.name, entry.value.property())
        }
        add(inner, section: name, depth: depth + 1)
    }

    private mutating func set(_ field: MakerNoteTable.Field, _ raw: MetadataValue) {
        let plain = raw.property()
        guard let shown = shown(field.form, raw, plain) else { return }
        if let key = field.key { set(key, plain) }
        set(field.name, shown)
    }

    private func shown(_ form: MakerNoteForm, _ raw: MetadataValue, _ plain: PropertyValue) -> PropertyValue? {
        switch form {
        case .words(let words): return Self.words(words, plain) ?? Self.trimmed(plain)
        case .bits(let words):
            guard let number = plain.integer else { return plain }
            let names = words.keys.sorted().filter { $0 < 63 && number & 1 << $0 != 0 }.compactMap { words[$0] }
            return number == 0 ? .string("(none)") : names.isEmpty ? plain : .string(names.joined(separator: ", "))
        case .scaled(let divisor):
            if let numbers = plain.array { return .array(numbers.map { $0.number.map { .real($0 / divisor) } ?? $0 }) }
            return plain.number.map { .real($0 / divisor) } ?? plain
        case .element(let index):
            guard let list = plain.array else { return plain }
            return index < list.count ? list[index] : nil
        case .computed(let formula): return formula.value(raw, order: directory.byteOrder)
        case .enciphered: return Self.enciphered(raw)
        case .plain, .section, .version: return Self.trimmed(plain)
        }
    }

    /// The first value of a name counts.
    private mutating func set(_ key: String, _ value: PropertyValue) {
        if properties[key] == nil { properties[key] = value }
    }

    private static func enciphered(_ raw: MetadataValue) -> PropertyValue { .string("enciphered, \(raw.size) bytes") }

    /// A list has a word as a whole, or one for each number.
    private static func words(_ words: [String: String], _ value: PropertyValue) -> PropertyValue? {
        func text(_ value: PropertyValue) -> String? {
            switch value {
            case .integer(let number): String(number)
            case .real(let number): Int(exactly: number).map(String.init) ?? "\(number)"
            case .string(let text): trimmed(text)
            case .data(let bytes): bytes.map { String($0) }.joined(separator: " ")
            case .array(let list): list.compactMap(text).joined(separator: " ")
            default: nil
            }
        }
        if let word = text(value).flatMap({ words[$0] }) { return .string(word) }
        guard let list = value.array, !list.isEmpty, list.count <= 16 else { return nil }
        let each = list.compactMap { text($0).flatMap { words[$0] } }
        return each.count == list.count ? .string(each.joined(separator: "; ")) : nil
    }

    private static func trimmed(_ value: PropertyValue) -> PropertyValue {
        value.string.map { .string(trimmed($0)) } ?? value
    }

    /// Text without the blanks with which cameras fill fields.
    static func trimmed(_ text: String) -> String {
        guard text.utf8.last == 0x20 else { return text }
        let kept = text.utf8.reversed().drop { $0 == 0x20 }
        return String(decoding: Array(kept.reversed()), as: UTF8.self)
    }
}

extension MakerNoteTable.Unit {
    /// Returns the value of bytes in a record.
    fileprivate func value(_ bytes: ArraySlice<UInt8>, order: TIFFByteOrder) -> MetadataValue? {
        let type: TIFFFieldType =
            switch self {
            case .unsigned8: .byte
            case .signed8: .sbyte
            case .unsigned16: .short
            case .signed16: .sshort
            case .unsigned32: .long
            case .signed32: .slong
            case .text: .ascii
            }
        return MetadataValue(decoding: bytes, as: type, order: order)
    }
}
