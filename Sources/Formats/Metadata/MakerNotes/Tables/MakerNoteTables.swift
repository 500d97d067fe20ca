internal import Synchronization

/// A maker's tables, read from text, each when it is first needed.
///
/// A line `[Name]` begins the table of a directory, `[Name H]` that of a record that counts in SHORTs (`B b H h L l`, the
/// capital is unsigned; `<` or `>` behind it is a byte order of its own), `[Name C]`, `D` and `S` those of
/// ``MakerNoteTable/Layout``. `[A,B H]` are two names of one table. `[A#1164 H]` is the table of records of 1164 bytes,
/// `[A#1..24 B]` of 1 to 24, `[A=2 h]` of those whose first 2 bytes are their size, `[A@EOS_5D$|EOS_6D B]` that of these
/// models (`$` is the end of the model's name), and `[A^4|5 B]` that of records whose first byte is 4 or 5, `[A^20:255 B]`
/// whose byte 20 is 255; conditions can follow each other. A later section adds to a table, or replaces its fields by number.
///
/// A line `number name form` is a field: the number is hexadecimal in a directory and decimal in a record, where `4:a20` is 20
/// characters at unit 4, `8:0` all units from 8, and `3&f0` the upper four bits of unit 3; in a directory, `69:B` reads the
/// bytes of the value as units. `name/key` has ImageIO's key, too; in `name?0`, 0 means that there is no value, in `name?<0`
/// any number below; a record without a version such as `1.0.3` at `FirmwareVersion?v` is of another form; and in `name?-40..90` any number outside; `~name` gives
/// way to other values of the name, and in a section `[~Name]` all do. `@EOS_5D|EOS_6D` behind the name is for these models
/// only, `@!EOS_5D` for all others, `@#4|5` where the record's first number, or the size of a directory's value, is 4 or 5.
/// ``MakerNoteForm`` has the forms. `= name 0=Off;1=On` is a list of words for `{name}`.
final class MakerNoteTables: Sendable {
    /// The lines of each section by its name.
    private let texts: [String: (layout: Substring, parts: [(lines: Substring, isWeak: Bool)])]
    /// The names of sections that depend on the model or the size, by what precedes `@` or `#`.
    private let variants: [String: [String]]
    private let lists: [String: Substring]
    private let read = Mutex<[String: MakerNoteTable]>([:])

    /// The tables of a file of `Sources/Formats/MakerNoteData`: `canon`.
    static func of(_ file: String) -> MakerNoteTables {
        files.withLock { files in
            if let tables = files[file] { return tables }
            let tables = MakerNoteTables(MakerNoteData.text(file))
            files[file] = tables
            return tables
        }
    }

    private static let files = Mutex<[String: MakerNoteTables]>([:])

    /// Reads the names of tables.
    init(_ text: String) {
        var sections: [String: (layout: Substring, parts: [(lines: Substring, isWeak: Bool)])] = [:]
        var variants: [String: [String]] = [:]
        var lists: [String: Substring] = [:]
        var rest = text[...]
        while let line = Self.line(&rest) {
            if line.utf8.first == 0x5B {
                let header = line.dropFirst().dropLast().split(separator: " ")
                let start = rest.startIndex
                var end = start
                while !rest.isEmpty, rest.utf8.first != 0x5B {
                    let line = Self.line(&rest) ?? ""
                    if line.utf8.starts(with: "= ".utf8) { Self.add(line, to: &lists) }
                    end = rest.startIndex
                }
                let isWeak = header.first?.first == "~"
                for name in (header.first ?? "").dropFirst(isWeak ? 1 : 0).split(separator: ",").map(String.init) {
                    sections[name, default: (header.count > 1 ? header[1] : "", [])].parts
                        .append((text[start..<end], isWeak))
                    if let mark = name.firstIndex(where: Self.isMark) {
                        variants[String(name[..<mark]), default: []].append(name)
                    }
                }
            } else if line.utf8.starts(with: "= ".utf8) {
                Self.add(line, to: &lists)
            }
        }
        self.texts = sections
        self.variants = variants
        self.lists = lists
    }

    var names: some Collection<String> { texts.keys }

    /// Whether there is a table with a name, or one that depends on the model or the size.
    func has(_ name: String) -> Bool { texts[name] != nil || variants[name] != nil }

    /// Returns the table with a name, for a model and a record if it depends on them; the note's own directory is `main`.
    func table(_ name: String, model: String = "", record: ArraySlice<UInt8> = []) -> MakerNoteTable? {
        for variant in variants[name] ?? [] where Self.holds(variant.dropFirst(name.count), model, record) {
            return table(exactly: variant)
        }
        return table(exactly: name)
    }

    /// Whether the conditions behind a section's name hold: a mark and a list each.
    private static func holds(_ conditions: Substring, _ model: String, _ record: ArraySlice<UInt8>) -> Bool {
        guard let mark = conditions.first else { return true }
        let rest = conditions.dropFirst()
        let end = rest.firstIndex(where: isMark) ?? rest.endIndex
        let list = rest[..<end]
        let isMet: Bool
        switch mark {
        case "@": isMet = MakerNoteTable.Models(list).include(model)
        case "#": isMet = list.split(separator: "|").contains { Self.range($0)?.contains(record.count) ?? false }
        case "=":
            let size = Int(list) ?? 2
            isMet = [TIFFByteOrder.bigEndian, .littleEndian].contains {
                Int($0.integer(record.prefix(size))) == record.count
            }
        default:
            let parts = list.split(separator: ":")
            let place = parts.count > 1 ? Int(parts[0]) ?? 0 : 0
            let byte = record.dropFirst(place).first.map { Int($0) }
            isMet = parts.last?.split(separator: "|").contains { Int($0) == byte } ?? false
        }
        return isMet && holds(rest[end...], model, record)
    }

    private static func isMark(_ character: Character) -> Bool { "#@^=".contains(character) }

    private func table(exactly name: String) -> MakerNoteTable? {
        if let table = read.withLock({ $0[name] }) { return table }
        guard let table = parsed(name)?.table else { return nil }
        read.withLock { $0[name] = table }
        return table
    }

    /// Lines that are not in this notation, for the tests.
    var faults: [String] { texts.keys.flatMap { parsed($0)?.faults ?? [] } }

    private func parsed(_ name: String) -> (table: MakerNoteTable, faults: [String])? {
        guard let (layout, parts) = texts[name] else { return nil }
        var table = MakerNoteTable(
            layout: MakerNoteTable.Layout(layout.first),
            byteOrder: layout.hasSuffix("<") ? .littleEndian : layout.hasSuffix(">") ? .bigEndian : nil)
        var faults: [String] = []
        var words: [String: [String: String]] = [:]
        func list(_ name: String) -> [String: String]? {
            if let known = words[name] { return known }
            let list = lists[name].flatMap { MakerNoteForm.words($0) }
            words[name] = list
            return list
        }
        for (lines, isWeak) in parts {
            var rest = lines
            var replaced: Set<Int> = []
            while let line = Self.line(&rest) {
                if line.isEmpty || line.utf8.starts(with: "= ".utf8) || line.utf8.starts(with: "//".utf8) { continue }
                if let field = Self.field(line, isDirectory: table.layout == .directory, isWeak: isWeak, list: list) {
                    if field.isFirmware { table.firmware = field.number }
                    if replaced.insert(field.number).inserted { table.fields[field.number] = nil }
                    table.fields[field.number, default: []].append(field)
                } else {
                    faults.append(String(line))
                }
            }
        }
        return (table, faults)
    }

    /// Takes the next line of a text.
    private static func line(_ text: inout Substring) -> Substring? {
        guard !text.isEmpty else { return nil }
        let end = text.utf8.firstIndex(of: 0x0A) ?? text.endIndex
        defer { text = text[(end == text.endIndex ? end : text.utf8.index(after: end))...] }
        return text[..<end]
    }

    private static func add(_ line: Substring, to lists: inout [String: Substring]) {
        let parts = line.dropFirst(2).split(separator: " ", maxSplits: 1)
        if parts.count == 2 { lists[String(parts[0])] = parts[1] }
    }

    private static func field(
        _ line: Substring, isDirectory: Bool, isWeak: Bool, list: (String) -> [String: String]?
    ) -> MakerNoteTable.Field? {
        var parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2 else { return nil }
        var models: MakerNoteTable.Models?
        if parts.count > 2, parts[2].first == "@", !parts[2].dropFirst().allSatisfy(\.isNumber) {
            let further = parts[2].split(separator: " ", maxSplits: 1)
            models = MakerNoteTable.Models(further[0].dropFirst())
            parts = Array(parts[..<2] + further.dropFirst())
        }
        guard let place = Place(parts[0], radix: isDirectory ? 16 : 10),
            let form = MakerNoteForm(parts.count > 2 ? parts[2] : "", list: list)
        else { return nil }
        let hasMark = parts[1].first == "~"
        let marked = parts[1].dropFirst(hasMark ? 1 : 0).split(separator: "?")
        guard let names = marked.first?.split(separator: "/"), !names.isEmpty else { return nil }
        return MakerNoteTable.Field(
            number: place.number, name: String(names[0]), key: names.count > 1 ? String(names[1]) : nil,
            unit: place.unit, count: place.count, mask: place.mask,
            absent: marked.dropFirst().lazy.compactMap(absent).first,
            isFirmware: marked.dropFirst().contains("v"),
            possible: marked.dropFirst().lazy.filter { $0.contains("..") }.compactMap(range).first,
            isWeak: isWeak || hasMark, models: models, form: form)
    }

    /// Reads `1..24`, and a number alone.
    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "..").compactMap { Int($0) }
        guard let low = ends.first, let high = ends.last, ends.count <= 2, low <= high else { return nil }
        return low...high
    }

    private static func absent(_ text: Substring) -> ClosedRange<Int>? {
        guard text.first == "<" else { return Int(text).map { $0...$0 } }
        return Int(text.dropFirst()).map { Int.min...($0 - 1) }
    }

    /// The first word of a field.
    private struct Place {
        let number: Int
        var unit: MakerNoteTable.Unit?
        var count = 1
        var mask: Int?

        init?(_ text: Substring, radix: Int) {
            let masked = text.split(separator: "&")
            if masked.count > 1 {
                guard let bits = Int(masked[1], radix: 16), bits > 0 else { return nil }
                mask = bits
            }
            let parts = (masked.first ?? "").split(separator: ":")
            guard let first = parts.first, let number = Int(first, radix: radix) else { return nil }
            self.number = number
            guard parts.count > 1 else { return }
            if let letter = parts[1].first, !letter.isNumber {
                unit = MakerNoteTable.Unit(rawValue: letter)
                if unit == nil { return nil }
            }
            let digits = parts[1].drop { !$0.isNumber }
            if !digits.isEmpty {
                guard let units = Int(digits) else { return nil }
                count = units
            }
        }
    }
}
