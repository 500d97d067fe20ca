/// Encodes text for scripts.
enum ScriptText {
    /// Any text as a literal that means the same in JavaScript and in JSON.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            // Letters, digits and characters that are harmless everywhere; all other units become escapes.
            case 0x20, 0x28...0x3B, 0x3D, 0x3F...0x5B, 0x5D...0x7E:
                result.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }
}
