/// A Huffman table for encoding: the code of each symbol, with space below it for the extra bits.
final class HuffmanEncodingTable {
    /// The definition that is written to the file.
    let definition: HuffmanTableDefinition
    /// For each symbol: bits 0...5 are the length of the code and its extra bits together, bits 6 and up the code,
    /// shifted left by the number of extra bits. 0 for a symbol without a code.
    let entries: UnsafeMutablePointer<UInt64>

    /// Creates the table for a definition; nil if its lengths are oversubscribed.
    init?(_ definition: HuffmanTableDefinition) {
        guard let codes = definition.canonicalCodes() else { return nil }
        self.definition = definition
        entries = .allocate(capacity: 256)
        entries.initialize(repeating: 0, count: 256)
        for (symbol, code) in zip(definition.symbols, codes) {
            let extra = Int(symbol & 15)
            entries[Int(symbol)] = UInt64(code.code) << UInt64(extra + 6) | UInt64(code.length + extra)
        }
    }

    deinit { entries.deallocate() }
}
