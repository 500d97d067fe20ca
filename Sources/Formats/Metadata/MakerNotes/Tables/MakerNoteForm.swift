/// How a value of a maker note is shown.
indirect enum MakerNoteForm: Sendable {
    /// By its type.
    case plain
    /// In words; numbers without a word stay numbers.
    case words([String: String])
    /// Each number of a list in words or bits of its own.
    case positions([MakerNoteForm])
    /// The number of a lens or a model in a list of `lenses.txt`.
    case lens(String)
    /// Bits in words, by their number.
    case bits([Int: String], none: String)
    /// The value is a record or a directory with a table of its own.
    case section(String)
    /// As `section`, with a table by the record's first four characters. From version 02 on, Nikon enciphers some.
    case version(String, isEnciphered: Bool)
    /// As `section`, of a record that Sony enciphers.
    case substituted(String)
    /// A number of units, of which a whole has the given number.
    case scaled(Double)
    /// The number at an index of a list.
    case element(Int)
    case computed(MakerNoteFormula)
    /// By an expression of the table.
    case expression(MakerNoteExpression)
    /// A number that Pentax combines with the bytes of the tags `Date` and `Time`.
    case dated
    /// Bytes that the camera enciphered: their size is shown.
    case enciphered

    /// Reads the notation of tables: `{0=Off;1=On}`, `&{0=A;1=B}`, `{0=Off}&{0=A}` for two numbers, `>Section`, `>Section*`, `>Section*!`, `%Section`, `/100`, `@1`, `#formula`, `=x/8-6`, `$`, `!`.
    init?(_ text: some StringProtocol, list: (String) -> [String: String]?) {
        guard let first = text.first else {
            self = .plain
            return
        }
        let rest = text.dropFirst()
        switch first {
        case "{":
            let inner = rest.dropLast()
            if inner.contains("}") {
                let lists = inner.split(separator: "}", omittingEmptySubsequences: false)
                self = .positions(
                    lists.map { part in
                        let words = Self.words(part.drop { $0 == "{" || $0 == "&" }) ?? [:]
                        return part.first == "&" ? Self.bits(words) : .words(words)
                    })
                return
            }
            guard let words = inner.contains("=") ? Self.words(inner) : list(String(inner)) else { return nil }
            self = .words(words)
        case "&":
            let inner = rest.dropFirst().dropLast()
            guard let words = inner.contains("=") ? Self.words(inner) : list(String(inner)) else { return nil }
            self = Self.bits(words)
        case ">":
            if let mark = rest.firstIndex(of: "*") {
                self = .version(String(rest[..<mark]), isEnciphered: rest.last == "!")
            } else {
                self = .section(String(rest))
            }
        case "%": self = .substituted(String(rest))
        case "/":
            guard let divisor = Double(rest), divisor != 0 else { return nil }
            self = .scaled(divisor)
        case "@":
            guard let index = Int(rest) else { return nil }
            self = .element(index)
        case "#" where rest.hasPrefix("lens:"): self = .lens(String(rest.dropFirst(5)))
        case "#":
            guard let formula = MakerNoteFormula(rawValue: String(rest)) else { return nil }
            self = .computed(formula)
        case "=":
            guard let expression = MakerNoteExpression(rest) else { return nil }
            self = .expression(expression)
        case "$": self = .dated
        case "!": self = .enciphered
        default: return nil
        }
    }

    /// `z` is the word for no bit at all.
    private static func bits(_ words: [String: String]) -> MakerNoteForm {
        .bits(
            Dictionary(words.compactMap { pair in Int(pair.key).map { ($0, pair.value) } }) { $1 },
            none: words["z"] ?? "(none)")
    }

    /// Reads `0=Off;1=On`; nil if an entry has no `=`.
    static func words(_ text: some StringProtocol) -> [String: String]? {
        var words: [String: String] = [:]
        for entry in text.split(separator: ";") {
            guard let mark = entry.firstIndex(of: "=") else { return nil }
            words[String(entry[..<mark])] = String(entry[entry.index(after: mark)...])
        }
        return words
    }
}
