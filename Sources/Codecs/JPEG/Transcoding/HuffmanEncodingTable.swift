/// A Huffman table made for encoding: for each symbol its code, with room below it for the extra bits.
final class HuffmanEncodingTable {
    /// The definition that goes into the file.
    let definition: HuffmanTableDefinition
    /// For each symbol: bits 0...5 the length of the code and its extra bits together, bits 6 and up the code, shifted
    /// to the left by the extra bits. 0 for a symbol without a code.
    let entries: UnsafeMutablePointer<UInt64>

    /// The table for a definition; nil where its lengths allow more codes than there are.
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
