/// Text from outside, such as names, metadata and other programs' messages, as it may be shown: on a terminal, in a log, on a
/// page. Everything that is shown goes through here.
package enum ShownText {
    /// Whether a character could hide, reorder or forge what is shown beside it: a control character (C0, DEL, C1), a line or
    /// paragraph separator, or one that overrides, embeds or isolates a direction of writing.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The text, with each harmful character as its bytes in UTF-8: `\x1B`, `\xE2\x80\xAE`.
    package static func escaped(_ text: String) -> String {
        isPlain(text) ? text : escaped(bytes: Array(text.utf8))
    }

    /// The same of bytes, with those that are not UTF-8 as `\xNN`.
    package static func escaped(bytes: [UInt8]) -> String { self.text(of: bytes, escapesHarmful: true) }

    /// The text on one line: a line break as `⏎`, a tab as a blank, and each other harmful character as its bytes.
    package static func onOneLine(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        var line = ""
        for character in text {
            switch character {
            case "\n", "\r\n": line += "⏎"
            case "\t": line += " "
            default: line += escaped(String(character))
            }
        }
        return line
    }

    /// The bytes as text, with those that are not UTF-8 as `\xNN`.
    ///
    /// - Parameter escapesHarmful: whether to write harmful characters so, too.
    package static func text(of bytes: [UInt8], escapesHarmful: Bool) -> String {
        if let text = String(validating: bytes, as: UTF8.self), !escapesHarmful || isPlain(text) { return text }
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first
            if let scalar, !escapesHarmful || !isHarmful(scalar) {
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(length)
                continue
            }
            for byte in rest.prefix(scalar == nil ? 1 : length) {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "\\x" + (digits.count < 2 ? "0" : "") + digits
            }
            rest = rest.dropFirst(scalar == nil ? 1 : length)
        }
        return text
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } || !text.unicodeScalars.contains(where: isHarmful)
    }
}
