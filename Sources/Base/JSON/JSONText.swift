/// JSON strings (RFC 8259, section 7).
enum JSONText {
    /// Appends a string in quotes. Escapes control characters, and the line and paragraph separators: these are legal
    /// in JSON, but some readers take them for the end of a line.
    static func append(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        if string.utf8.allSatisfy(isPlain) {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a byte of UTF-8 is a character that stands for itself.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
