/// A text with a line for each object, whose values are separated.
struct LabelLines {
    /// The lines, with their ends.
    private let lines: [Substring]
    private let separator: Character
    /// The values of the lines that have some.
    let rows: [[String]]

    /// Reads a text; nil if it is no text, or has no values.
    ///
    /// - Parameter separator: what stands between the values. A space stands for white space of any length.
    init?(_ bytes: [UInt8], separator: Character) {
        guard bytes.count <= LabelLines.largest, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline).map { rest.index(after: $0) } ?? rest.endIndex
            lines.append(rest[..<end])
            rest = rest[end...]
        }
        self.lines = lines
        self.separator = separator
        rows = lines.map { Self.values($0, separator) }.filter { !$0.isEmpty }
        if rows.isEmpty { return nil }
    }

    private static let largest = 64 << 20

    private static func values(_ line: Substring, _ separator: Character) -> [String] {
        let line = line.first == "\u{FEFF}" ? line.dropFirst() : line
        if separator == " " { return line.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard line.contains(where: { !$0.isWhitespace }) else { return [] }
        return line.split(separator: separator, omittingEmptySubsequences: false).map {
            String($0.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
        }
    }

    /// Returns the text with other values in each line that has some.
    func replacing(_ made: ([String]) throws(LabelRefusal) -> [String]) throws(LabelRefusal) -> [UInt8] {
        var text = ""
        for line in lines {
            let values = Self.values(line, separator)
            guard !values.isEmpty else {
                text += line
                continue
            }
            if line.first == "\u{FEFF}" { text += "\u{FEFF}" }
            text += try made(values).joined(separator: String(separator))
            text += String(line.reversed().prefix(while: \.isWhitespace).reversed())
        }
        return Array(text.utf8)
    }
}
