internal import Glibc

/// A Huffman table for decoding: ten bits of lookahead, and bounds for longer codes.
///
/// If a code and the extra bits of its difference fit into the lookahead, one lookup gives the value.
final class HuffmanDecodingTable {
    /// The number of lookahead bits.
    static let lookahead = 10

    /// The table's memory, valid while the table lives. It holds no reference, so that the innermost loops can pass it
    /// at no cost.
    let lookup: Lookup

    /// Pointers into a table.
    struct Lookup {
        /// For each lookahead value: bits 0...7 are the number of bits to consume, bits 8...15 the symbol, bits 16...31
        /// the difference's value. A value of 0 means that the extra bits must still be read; 0 bits, that the code is
        /// longer.
        let entries: UnsafeMutablePointer<UInt32>
        /// For each length, the first 16-bit prefix that is too large for a code of that length or less.
        let bounds: UnsafeMutablePointer<UInt32>
        /// For each length, the difference between an index of `symbols` and a code of that length.
        let bases: UnsafeMutablePointer<Int>
        /// The symbols in the order of their codes; 256 of them, so that every index is in bounds.
        let symbols: UnsafeMutablePointer<UInt8>
    }

    /// Creates the table for the given definition; nil if its lengths are oversubscribed.
    init?(_ definition: HuffmanTableDefinition) {
        guard let codes = definition.canonicalCodes(), codes.count <= 256 else { return nil }
        lookup = Lookup(
            entries: .allocate(capacity: 1 << Self.lookahead), bounds: .allocate(capacity: 17),
            bases: .allocate(capacity: 17), symbols: .allocate(capacity: 256))
        lookup.entries.initialize(repeating: 0, count: 1 << Self.lookahead)
        lookup.bounds.initialize(repeating: 0, count: 17)
        lookup.bases.initialize(repeating: 0, count: 17)
        lookup.symbols.initialize(repeating: 0, count: 256)
        for (index, symbol) in definition.symbols.enumerated() { lookup.symbols[index] = symbol }
        for (index, code) in codes.enumerated() {
            if lookup.bounds[code.length] == 0 { lookup.bases[code.length] = index - code.code }
            lookup.bounds[code.length] = UInt32(code.code + 1) << UInt32(16 - code.length)
            if code.length <= Self.lookahead { fill(code, symbol: definition.symbols[index]) }
        }
        for length in 1...16 { lookup.bounds[length] = max(lookup.bounds[length], lookup.bounds[length - 1]) }
    }

    deinit {
        lookup.entries.deallocate()
        lookup.bounds.deallocate()
        lookup.bases.deallocate()
        lookup.symbols.deallocate()
    }

    private func fill(_ code: (code: Int, length: Int), symbol: UInt8) {
        let free = Self.lookahead - code.length
        let size = Int(symbol & 15)
        for rest in 0..<(1 << free) {
            var entry = UInt32(code.length) | UInt32(symbol) << 8
            if size > 0, size <= free {
                let extra = rest >> (free - size)
                let value = extra < 1 << (size - 1) ? extra - (1 << size) + 1 : extra
                entry = UInt32(code.length + size) | UInt32(symbol) << 8
                entry |= UInt32(UInt16(bitPattern: Int16(value))) << 16
            }
            lookup.entries[code.code << free | rest] = entry
        }
    }
}
