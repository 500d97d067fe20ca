/// Base64 (RFC 4648, section 4), in which XMP stores binary values.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes a text, ignoring white space; nil if it is not Base64.
    package static func decoded(_ text: String) -> [UInt8]? {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for character in text.utf8 {
            if XMPTagScanner.isSpace(character) { continue }
            if character == 0x3D { break }
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            buffer = (buffer << 6 | UInt32(value)) & 0xFFFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }

    /// Encodes bytes, in lines of the same length as those of another text: the inverse of ``decoded(_:)``.
    package static func encoded(_ bytes: [UInt8], lineBreaksAsIn model: String = "") -> String {
        let breakBytes = Array(model.utf8.drop { !XMPTagScanner.isSpace($0) }.prefix { XMPTagScanner.isSpace($0) })
        let line = breakBytes.isEmpty ? Int.max : max(1, Array(model.utf8.prefix { !XMPTagScanner.isSpace($0) }).count)
        var text: [UInt8] = []
        var column = 0
        func put(_ character: UInt8) {
            if column == line {
                text += breakBytes
                column = 0
            }
            text.append(character)
            column += 1
        }
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var buffer: UInt32 = 0
            for byte in group { buffer = buffer << 8 | UInt32(byte) }
            buffer <<= UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                put(index <= group.count ? alphabet[Int(buffer >> UInt32(18 - 6 * index) & 63)] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
