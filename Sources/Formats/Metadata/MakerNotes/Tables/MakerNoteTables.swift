/// A maker's tables, read from text. Text compiles at once, where literals of this size take minutes.
///
/// A line `[Name]` begins the table of a directory, `[Name H]` that of a record that counts in SHORTs (`B b H h L l`, the
/// capital is unsigned; `<` or `>` behind it is a byte order of its own). `[A,B H]` are two names of one table. A line
/// `number name form` is a field: the number is hexadecimal in a directory and decimal in a record, where `4:a20` is 20
/// characters at unit 4, and `8:0` all units from 8; `name/key` has ImageIO's key, too; ``MakerNoteForm`` has the forms. `= name 0=Off;1=On` is a list
/// of words for `{name}`.
struct MakerNoteTables: Sendable {
    /// The tables by name; the note's own directory is `main`.
    let sections: [String: MakerNoteTable]
    /// Lines that are not in this notation, for the tests.
    let faults: [String]

    /// Reads tables.
    init(_ texts: String...) {
        var sections: [String: MakerNoteTable] = [:]
        var faults: [String] = []
        var lists: [String: [String: String]] = [:]
        var names: [String] = []
        var table = MakerNoteTable(unit: nil, byteOrder: nil)
        func end() {
            for name in names { sections[name] = table }
        }
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            if line.hasPrefix("[") {
                end()
                let parts = line.dropFirst().dropLast().split(separator: " ")
                names = (parts.first ?? "").split(separator: ",").map(String.init)
                let layout = parts.count > 1 ? parts[1] : ""
                table = MakerNoteTable(
                    unit: layout.first.flatMap(MakerNoteTable.Unit.init(rawValue:)),
                    byteOrder: layout.hasSuffix("<") ? .littleEndian : layout.hasSuffix(">") ? .bigEndian : nil)
            } else if line.hasPrefix("= ") {
                let parts = line.dropFirst(2).split(separator: " ", maxSplits: 1)
                if parts.count == 2, let words = MakerNoteForm.words(parts[1]) {
                    lists[String(parts[0])] = words
                } else {
                    faults.append(String(line))
                }
            } else if let field = Self.field(line, isRecord: table.unit != nil, lists: lists),
                table.fields.updateValue(field, forKey: field.number) == nil
            {
                continue
            } else {
                faults.append(String(line))
            }
        }
        end()
        self.sections = sections
        self.faults = faults
    }

    private static func field(
        _ line: Substring, isRecord: Bool, lists: [String: [String: String]]
    ) -> MakerNoteTable.Field? {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2 else { return nil }
        let place = parts[0].split(separator: ":")
        guard let first = place.first, let number = Int(first, radix: isRecord ? 10 : 16),
            let form = MakerNoteForm(parts.count > 2 ? parts[2] : "", lists: lists)
        else { return nil }
        var (unit, count): (MakerNoteTable.Unit?, Int) = (nil, 1)
        if place.count > 1 {
            if let letter = place[1].first, !letter.isNumber {
                unit = MakerNoteTable.Unit(rawValue: letter)
                if unit == nil { return nil }
            }
            let digits = place[1].drop { !$0.isNumber }
            if !digits.isEmpty {
                guard let units = Int(digits) else { return nil }
                count = units
            }
        }
        let names = parts[1].split(separator: "/")
        return MakerNoteTable.Field(
            number: number, name: String(names[0]), key: names.count > 1 ? String(names[1]) : nil, unit: unit,
            count: count, form: form)
    }
}
