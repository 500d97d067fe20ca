/// Texts in which some programs write characters as HTML does.
enum HTMLText {
    private static let marks: [String: Unicode.Scalar] = [
        "uml": "\u{308}", "acute": "\u{301}", "grave": "\u{300}", "circ": "\u{302}", "tilde": "\u{303}",
        "cedil": "\u{327}", "ring": "\u{30A}", "caron": "\u{30C}",
    ]
    private static let characters: [String: Character] = [
        "amp": "&", "quot": "\"", "apos": "'", "lt": "<", "gt": ">", "nbsp": " ", "szlig": "\u{DF}", "oslash": "\u{F8}",
        "Oslash": "\u{D8}", "aelig": "\u{E6}", "AElig": "\u{C6}", "deg": "\u{B0}", "prime": "\u{2032}",
        "Prime": "\u{2033}",
    ]

    /// Returns a text with its entities as characters: `M&uuml;nchen`, `&#233;`.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...].dropFirst()
            guard let end = rest.prefix(10).firstIndex(of: ";"), let character = character(String(rest[..<end])) else {
                result.append("&")
                continue
            }
            result.append(character)
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }

    private static func character(_ name: String) -> Character? {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init).map { Character($0) }
        }
        if let character = characters[name] { return character }
        guard let letter = name.unicodeScalars.first, letter.isASCII, letter.properties.isAlphabetic,
            let mark = marks[String(name.dropFirst())]
        else { return nil }
        var scalars = String.UnicodeScalarView([letter])
        scalars.append(mark)
        return Character(String(scalars))
    }
}
