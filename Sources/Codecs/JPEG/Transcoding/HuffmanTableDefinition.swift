/// A Huffman table as in a `DHT` segment.
///
/// Source: ITU-T T.81, B.2.4.2.
struct HuffmanTableDefinition: Hashable {
    /// The number of codes of each length, 1...16 bits.
    var counts: [UInt8]
    /// The symbols, in the order of their codes.
    var symbols: [UInt8]

    /// Returns the canonical codes in order, with their lengths (ITU-T T.81, annex C).
    ///
    /// - Returns: nil if the lengths are oversubscribed, or if their number differs from that of the symbols.
    func canonicalCodes() -> [(code: Int, length: Int)]? {
        var codes: [(code: Int, length: Int)] = []
        var code = 0
        for length in 1...16 {
            for _ in 0..<counts[length - 1] {
                codes.append((code, length))
                code += 1
            }
            // The code of all ones is reserved; a larger code does not exist.
            guard code <= 1 << length else { return nil }
            code <<= 1
        }
        return codes.count == symbols.count ? codes : nil
    }
}
