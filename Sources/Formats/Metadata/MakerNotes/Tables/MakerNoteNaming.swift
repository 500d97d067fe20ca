/// Names the values of a maker note by its tables.
struct MakerNoteNaming {
    private let tables: MakerNoteTables
    /// The directory of the note: its bytes and byte order.
    private let directory: MakerNoteDirectory
    /// The values by name, by ImageIO's key, and by number if they have no name.
    private(set) var properties: [String: PropertyValue] = [:]

    /// Directories within directories end here.
    private static let depthLimit = 3

    /// The camera's model.
    private let model: String
    /// The entries of the note's own directory.
    private var main: [MakerNoteEntry] = []

    init(_ tables: MakerNoteTables, in directory: MakerNoteDirectory, model: String = "") {
        self.tables = tables
        self.directory = directory
        self.model = model
    }

    /// Adds the entries of a directory.
    mutating func add(_ entries: [MakerNoteEntry], section: String = "main", depth: Int = 0) {
        let table = tables.table(section)
        if depth == 0 { main = entries }
        for entry in entries where !entry.isMoved {
            if let field = table?.field(Int(entry.tag), model: model, size: entry.value.size) {
                add(field, entry, depth: depth)
            } else {
                // Numbers of different directories are different tags.
                set(depth == 0 ? String(entry.tag) : "\(section):\(entry.tag)", entry.value.property())
            }
        }
    }

    /// Adds the fields of a record; false if the bytes are none.
    @discardableResult
    mutating func addRecord(_ bytes: ArraySlice<UInt8>, section: String, depth: Int = 0) -> Bool {
        guard let table = tables.table(section, model: model, record: bytes) else {
            return false
        }
        let order = table.byteOrder ?? directory.byteOrder
        switch table.layout {
        case .directory: return false
        case .record(let unit): addFields(of: table, unit, bytes, order, depth: depth)
        case .canonFunctions, .canonFunctions2, .nikonSettings:
            for setting in MakerNoteSettings.all(in: bytes, table.layout, order) {
                guard let field = table.field(setting.number, model: model) else { continue }
                set(field, setting.value)
            }
        }
        return true
    }

    private mutating func addFields(
        of table: MakerNoteTable, _ unit: MakerNoteTable.Unit, _ bytes: ArraySlice<UInt8>, _ order: TIFFByteOrder,
        depth: Int
    ) {
        let first = unit.value(bytes.prefix(unit.size), order: order)?.integers?.first ?? 0
        if let place = table.firmware, !Self.isVersion(bytes.dropFirst(place).prefix(6)) { return }
        for (number, fields) in table.fields.sorted(by: { $0.key < $1.key }) {
            // Bits are fields of their own; of variants, the first that the model has.
            var isFound = false
            for field in fields where field.mask != nil || !isFound {
                guard field.models?.include(model, number: first) ?? true else { continue }
                if field.mask == nil { isFound = true }
                let own = field.unit ?? unit
                // Numbers below zero count from the end.
                let start = (number < 0 ? bytes.count : 0) + number * unit.size
                // A count of 0 is all that follows.
                let size = field.count == 0 ? max(0, bytes.count - start) / own.size * own.size : field.count * own.size
                guard start >= 0, start <= bytes.count, size <= bytes.count - start else { continue }
                let part = bytes.dropFirst(start).prefix(size)
                if case .section(let name) = field.form, depth < Self.depthLimit {
                    addRecord(part, section: name, depth: depth + 1)
                } else if let value = own.value(part, order: order) {
                    set(field, field.mask.map { value.bits($0) } ?? value)
                }
            }
        }
    }

    private mutating func add(_ field: MakerNoteTable.Field, _ entry: MakerNoteEntry, depth: Int) {
        switch field.form {
        case .section(let name): addSection(name, field, entry, depth: depth)
        case .version(let name, let isEnciphered):
            var bytes = entry.value.encoded(order: directory.byteOrder)
            let version = TextEncoding.lenient(bytes.prefix(4))
            var isClear = true
            if isEnciphered, version >= "02" {
                let clear = deciphered(bytes)
                isClear = clear != nil
                bytes = clear ?? bytes
            }
            if !isClear || !addRecord(bytes[...], section: name + version) {
                set(field.name + "Version", .string(version))
                set(field.name, isEnciphered ? Self.enciphered(entry.value) : entry.value.property())
            }
        case .substituted(let name):
            let bytes = MakerNoteCipher.sony(entry.value.encoded(order: directory.byteOrder))
            if !addRecord(bytes[...], section: name) { set(field.name, Self.enciphered(entry.value)) }
        default:
            let bytes = field.unit.map { _ in entry.value.encoded(order: directory.byteOrder) }
            let value = bytes.flatMap { field.unit?.value($0[...], order: directory.byteOrder) } ?? entry.value
            set(field, field.mask.map { value.bits($0) } ?? value)
        }
    }

    /// The most exposures of a shutter that are believed.
    private static let mostExposures = 5_000_000

    /// A count of Pentax's; nil without the date and the time, or if they are others than those that it was written with.
    private func count(_ raw: MetadataValue) -> Int? {
        func number(_ bytes: [UInt8]?) -> UInt32? {
            guard let bytes, bytes.count >= 3 else { return nil }
            return (bytes + [0]).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        func value(_ tag: UInt16) -> UInt32? { number(main.first { $0.tag == tag }?.value.bytes) }
        guard let stored = number(raw.bytes), let date = value(6), let time = value(7) else { return nil }
        let count = Int(stored ^ date ^ ~time)
        return count <= Self.mostExposures ? count : nil
    }

    /// A record of Nikon's, deciphered; nil without the keys.
    private func deciphered(_ bytes: [UInt8]) -> [UInt8]? {
        func value(_ tag: UInt16) -> MetadataValue? { main.first { $0.tag == tag }?.value }
        guard let serial = value(0x1D)?.text, let exposures = value(0xA7)?.integers?.first else {
            return nil
        }
        return MakerNoteCipher.nikon(bytes, serial: serial, exposures: exposures, model: model)
    }

    private mutating func addSection(
        _ name: String, _ field: MakerNoteTable.Field, _ entry: MakerNoteEntry, depth: Int
    ) {
        if addRecord(entry.value.encoded(order: directory.byteOrder)[...], section: name) { return }
        // A directory is stored in place, or the value is its offset.
        let start = entry.value.size > 4 ? entry.start : entry.value.integers?.first
        guard tables.table(name)?.layout == .directory, depth < Self.depthLimit, let start,
            let inner = directory.entries(at: start)
        else {
            return set(field.name, entry.value.property())
        }
        add(inner, section: name, depth: depth + 1)
    }

    private mutating func set(_ field: MakerNoteTable.Field, _ raw: MetadataValue) {
        if let absent = field.absent, let numbers = raw.integers, !numbers.isEmpty,
            numbers.allSatisfy(absent.contains)
        {
            return
        }
        if let possible = field.possible, !(raw.integers ?? []).allSatisfy(possible.contains) { return }
        let plain = raw.noted
        guard let shown = shown(field.form, raw, plain) else { return }
        if let key = field.key, key != field.name { set(key, plain, isWeak: field.isWeak) }
        if case .lens(let list) = field.form {
            let names = LensNames.names(raw, in: list)
            if names.count > 1 {
                set(field.name + "Candidates", .array(names.map { .string($0) }), isWeak: field.isWeak)
            } else if !field.isWeak {
                properties[field.name + "Candidates"] = nil
            }
        }
        set(field.name, shown, isWeak: field.isWeak)
    }

    private func shown(_ form: MakerNoteForm, _ raw: MetadataValue, _ plain: PropertyValue) -> PropertyValue? {
        switch form {
        case .words(let words): return Self.words(words, plain) ?? Self.trimmed(plain)
        case .bits(let words, let none):
            if let bytes = raw.bytes, (2...64).contains(bytes.count) {
                let set = (0..<8 * bytes.count).filter { bytes[$0 / 8] & 1 << ($0 % 8) != 0 }
                return .string(Self.bits(set, words, none: none))
            }
            // The first of two numbers is their size.
            guard let number = plain.integer ?? plain.array?.last?.integer, number >= 0 else { return plain }
            return .string(Self.bits((0..<63).filter { number & 1 << $0 != 0 }, words, none: none))
        case .lens(let list):
            return LensNames.names(raw, in: list).first.map { .string($0) } ?? plain
        case .positions(let lists): return Self.words(lists, plain, isPair: raw.type == .long || raw.type == .slong)
        case .expression(let expression):
            let results = (raw.numbers ?? raw.bytes?.map(Double.init) ?? []).map { expression.result($0) }
            guard !results.isEmpty, results.allSatisfy(\.isFinite) else { return nil }
            return results.count == 1 ? .real(results[0]) : .array(results.map { .real($0) })
        case .scaled(let divisor):
            if let numbers = plain.array { return .array(numbers.map { $0.number.map { .real($0 / divisor) } ?? $0 }) }
            return plain.number.map { .real($0 / divisor) } ?? plain
        case .element(let index):
            guard let list = plain.array else { return plain }
            return index < list.count ? list[index] : nil
        case .computed(let formula): return formula.value(raw, order: directory.byteOrder)
        case .dated: return count(raw).map { .integer($0) } ?? Self.enciphered(raw)
        case .enciphered: return Self.enciphered(raw)
        case .plain, .section, .version, .substituted: return Self.trimmed(plain)
        }
    }

    /// The last value of a name counts, unless it is a weak one.
    private mutating func set(_ key: String, _ value: PropertyValue, isWeak: Bool = false) {
        if !isWeak || properties[key] == nil { properties[key] = value }
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
        guard let all = value.array, !all.isEmpty, all.count <= 16 else { return nil }
        // Unused places at the end are zero.
        let list = Array(all.prefix(max(1, (all.lastIndex { $0.integer != 0 } ?? 0) + 1)))
        let each = list.compactMap { text($0).flatMap { words[$0] } }
        return each.count == list.count ? .string(each.joined(separator: "; ")) : nil
    }

    /// The words of bits; those without a word are shown as their number: `[6]`.
    private static func bits(_ set: [Int], _ words: [Int: String], none: String) -> String {
        set.isEmpty ? none : set.map { words[$0] ?? "[\($0)]" }.joined(separator: ", ")
    }

    /// A list has a word of its own list for each number; numbers behind the lists stay.
    private static func words(
        _ lists: [MakerNoteForm], _ value: PropertyValue, isPair: Bool
    ) -> PropertyValue {
        var parts = (value.array ?? [value])[...]
        // Two SHORTs can be one LONG.
        if isPair, lists.count == 2, parts.count == 1, let both = parts.first?.integer, both >= 0 {
            parts = [.integer(both & 0xFFFF), .integer(both >> 16)]
        }
        var texts: [String] = []
        for form in lists {
            if case .bits(let words, let none) = form, let number = parts.first?.integer {
                parts = parts.dropFirst()
                texts.append(bits((0..<63).filter { number & 1 << $0 != 0 }, words, none: none))
            }
            guard case .words(let list) = form else { continue }
            // A list of pairs takes two numbers.
            let count = list.keys.first?.split(separator: " ").count ?? 1
            let own = parts.prefix(count)
            guard own.count == count else { break }
            parts = parts.dropFirst(count)
            texts.append(words(list, .array(Array(own)))?.string ?? own.map(\.description).joined(separator: " "))
        }
        texts += parts.map(\.description)
        return .string(texts.joined(separator: "; "))
    }

    private static func trimmed(_ value: PropertyValue) -> PropertyValue {
        value.string.map { .string(trimmed($0)) } ?? value
    }

    /// Whether bytes begin with `1.0.3`: other firmware moves what is in the record.
    private static func isVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.prefix { $0 > 0x20 }.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
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
            case .unsigned16, .reversed16: .short
            case .signed16: .sshort
            case .unsigned32: .long
            case .signed32: .slong
            case .text: .ascii
            }
        let own: TIFFByteOrder = self == .reversed16 ? (order == .bigEndian ? .littleEndian : .bigEndian) : order
        return MetadataValue(decoding: bytes, as: type, order: own)
    }
}

extension MetadataValue {
    /// The value as a property. Fractions without a value are the words `undef` (0/0) and `inf` (1/0).
    fileprivate var noted: PropertyValue {
        func word(_ value: PropertyValue) -> PropertyValue {
            guard case .real(let number) = value, !number.isFinite else { return value }
            return .string(number.isNaN ? "undef" : "inf")
        }
        let plain = property()
        return plain.array.map { .array($0.map(word)) } ?? word(plain)
    }

    /// Returns the bits of a mask, shifted to the right.
    fileprivate func bits(_ mask: Int) -> MetadataValue {
        .signedLong((integers ?? []).map { Int32(truncatingIfNeeded: ($0 & mask) >> mask.trailingZeroBitCount) })
    }
}
