/// How a value of a maker note is shown.
enum MakerNoteForm: Sendable {
    /// By its type.
    case plain
    /// In words; numbers without a word stay numbers.
    case words([String: String])
    /// Bits in words, by their number.
    case bits([Int: String])
    /// The value is a record or a directory with a table of its own.
    case section(String)
    /// As `section`, with a table by the record's first four characters.
    case version(String)
    /// A number of units, of which a whole has the given number.
    case scaled(Double)
    /// The number at an index of a list.
    case element(Int)
    /// By a formula.
    case computed(MakerNoteFormula)
    /// Bytes that the camera enciphered: their size is shown.
    case enciphered

    /// Reads the notation of tables: `{0=Off;1=On}`, `&{0=A;1=B}`, `>Section`, `>Section*`, `/100`, `@1`, `#formula`, `!`.
    init?(_ text: some StringProtocol, lists: [String: [String: String]]) {
        guard let first = text.first else {
            self = .plain
            return
        }
        let rest = text.dropFirst()
        switch first {
        case "{":
            if let list = lists[String(rest.dropLast())] {
                self = .words(list)
            } else if let words = Self.words(rest.dropLast()) {
                self = .words(words)
            } else {
                return nil
            }
        case "&":
            guard let words = Self.words(rest.dropFirst().dropLast()) else { return nil }
            self = .bits(Dictionary(words.compactMap { pair in Int(pair.key).map { ($0, pair.value) } }) { $1 })
        case ">": self = rest.last == "*" ? .version(String(rest.dropLast())) : .section(String(rest))
        case "/":
            guard let divisor = Double(rest), divisor != 0 else { return nil }
            self = .scaled(divisor)
        case "@":
            guard let index = Int(rest) else { return nil }
            self = .element(index)
        case "#":
            guard let formula = MakerNoteFormula(rawValue: String(rest)) else { return nil }
            self = .computed(formula)
        case "!": self = .enciphered
        default: return nil
        }
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
