/// Decodes text as URLs and forms encode it: `%20` and `+` for a space.
enum FormText {
    /// Decodes the escapes (`%41`) of a text as UTF-8; nil if an escape or the UTF-8 is invalid, or if the result contains a
    /// NUL.
    static func unescaped(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var left = text.utf8.makeIterator()
        while let byte = left.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = left.next().flatMap(digit), let low = left.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The names and values of a query or a form. Pairs with invalid escapes are skipped.
    static func fields(_ text: some StringProtocol) -> [HTTPFields.Field] {
        text.split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescaped(parts[0], plusIsBlank: true),
                let value = unescaped(parts.count == 2 ? parts[1] : "", plusIsBlank: true)
            else { return nil }
            return HTTPFields.Field(name: name, value: value)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
