/// A Huffman table as a `DHT` segment gives it.
///
/// Source: ITU-T T.81, B.2.4.2.
struct HuffmanTableDefinition: Hashable {
    /// How many codes there are of each length, 1...16 bits.
    var counts: [UInt8]
    /// The symbols, in the order of their codes.
    var symbols: [UInt8]

    /// The codes in order, with their lengths: canonical codes, as T.81, annex C makes them.
    ///
    /// - Returns: nil where the lengths allow more codes than there are.
    func canonicalCodes() -> [(code: Int, length: Int)]? {
        var codes: [(code: Int, length: Int)] = []
        var code = 0
        for length in 1...16 {
            for _ in 0..<counts[length - 1] {
                codes.append((code, length))
                code += 1
            }
            // A code of ones alone is reserved; a larger one does not exist.
            guard code <= 1 << length else { return nil }
            code <<= 1
        }
        return codes.count == symbols.count ? codes : nil
    }
}
