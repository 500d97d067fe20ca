/// A profile written as hexadecimal text, with the keyword `Raw profile type NAME`, in a PNG text chunk.
///
/// The text is a line feed, the profile's name, a line feed, its length in decimal (right-aligned in eight columns),
/// and lines of 72 digits, as written by ImageMagick (`coders/png.c`) and other programs. Parsing is lenient about
/// white space, like other readers.
public struct PNGRawProfile: Sendable, Hashable {
    /// The part of the keyword before the profile's name.
    public static let keywordPrefix = "Raw profile type "

    /// The text before the first digit: name and length line.
    public var head: [UInt8]
    /// The profile.
    public var bytes: [UInt8]
    /// The length that the text declares; it differs from the count of ``bytes`` if the text is truncated.
    public var declaredLength: Int
    /// The number of digits per line.
    public var lineLength: Int
    /// The text after the last digit.
    public var tail: [UInt8]

    /// Parses the text of the chunk, which must be inflated if it was compressed. The inverse of ``serialized``.
    ///
    /// - Returns: nil if the text does not have this form.
    public init?(parsing text: [UInt8]) {
        var at = 0
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        func skip(while condition: (UInt8) -> Bool) { while at < text.count, condition(text[at]) { at += 1 } }
        skip(while: isSpace)
        let name = at
        skip(while: { $0 != 0x0A })
        guard at > name, at < text.count else { return nil }
        skip(while: isSpace)
        let number = at
        skip(while: { (0x30...0x39).contains($0) })
        guard let length = Int(String(decoding: text[number..<at], as: UTF8.self)) else { return nil }
        guard at < text.count, isSpace(text[at]) else { return nil }
        skip(while: isSpace)
        head = Array(text[..<at])
        declaredLength = length
        var decoded: [UInt8] = []
        decoded.reserveCapacity(min(length, text.count / 2))
        var high: UInt8?
        var line = 0
        var firstLine: Int?
        var end = at
        while at < text.count, decoded.count < length {
            if let value = Self.hexadecimalValue(text[at]) {
                if let first = high { decoded.append(first << 4 | value) }
                high = high == nil ? value : nil
                line += 1
                end = at + 1
            } else if isSpace(text[at]) {
                if firstLine == nil, line > 0 { firstLine = line }
            } else {
                break
            }
            at += 1
        }
        bytes = decoded
        lineLength = firstLine ?? max(line, 72)
        tail = Array(text[end...])
    }

    /// The text with the same head, line length and tail, and the present length of the profile.
    public var serialized: [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text = headWithLength
        text.reserveCapacity(text.count + bytes.count * 2 + bytes.count * 2 / max(lineLength, 1) + tail.count)
        var line = 0
        for byte in bytes {
            for digit in [digits[Int(byte >> 4)], digits[Int(byte & 15)]] {
                if line == lineLength {
                    text.append(0x0A)
                    line = 0
                }
                text.append(digit)
                line += 1
            }
        }
        return text + tail
    }

    /// The head with the new length, in the same number of columns if it fits.
    private var headWithLength: [UInt8] {
        guard bytes.count != declaredLength else { return head }
        let lastDigit = head.lastIndex { (0x30...0x39).contains($0) } ?? head.endIndex - 1
        var firstDigit = lastDigit
        while firstDigit > 0, (0x30...0x39).contains(head[firstDigit - 1]) { firstDigit -= 1 }
        var start = firstDigit
        while start > 0, head[start - 1] == 0x20 { start -= 1 }
        let number = Array(String(bytes.count).utf8)
        let padding = max(0, lastDigit + 1 - start - number.count)
        return head[..<start] + Array(repeating: 0x20, count: padding) + number + head[(lastDigit + 1)...]
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
