/// Returns the bytes as lower-case hexadecimal digits, two digits per byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits: StaticString = "0123456789abcdef"
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
        for (index, byte) in bytes.enumerated() {
            text[2 * index] = digits.utf8Start[Int(byte >> 4)]
            text[2 * index + 1] = digits.utf8Start[Int(byte & 15)]
        }
        return 2 * bytes.count
    }
}

/// The bytes that hexadecimal digits of either case mean; nil for anything else.
package func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        bytes.append(UInt8(high << 4 | low))
    }
    return bytes
}
