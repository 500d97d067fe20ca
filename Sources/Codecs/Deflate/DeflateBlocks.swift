/// The position of a deflate stream's last block.
///
/// The scan skips symbols without following them: it inflates nothing, and a string can reach back before the start of
/// the stream. zlib's `inflate` with `Z_BLOCK` finds the same, but takes several times as long.
///
/// Source: RFC 1951.
package struct DeflateBlocks {
    /// The position of the last block's BFINAL bit, in bits from the start of the stream.
    package let last: Int
    /// The position of the bit after the last block.
    package let end: Int

    /// The order of the lengths of the code-length code in a header (3.2.7).
    static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// Scans a stream; nil if it is truncated or invalid, or if an allocation fails.
    package init?(scanning stream: UnsafeRawBufferPointer) {
        guard var scanner = Scanner(stream) else { return nil }
        while true {
            let header = scanner.position
            let isLast = scanner.read(1) == 1
            let isSound =
                switch scanner.read(2) {
                case 0: scanner.skipStored()
                case 1: scanner.readFixedCodes() && scanner.skipSymbols()
                case 2: scanner.readCodes() && scanner.skipSymbols()
                default: false
                }
            guard isSound, scanner.position <= stream.count * 8 else { return nil }
            if isLast {
                (last, end) = (header, scanner.position)
                return
            }
        }
    }

    /// The position of the scan, and the codes of the current block.
    private struct Scanner: ~Copyable {
        private let stream: UnsafeRawBufferPointer
        var position = 0
        /// For each value of as many bits as the longest code has, the number of bits of the first literal or length code
        /// in them and its extra bits; then, from ``tableSize`` on, the same for distances. 0 if no code matches.
        private let tables: ByteBuffer
        /// The bits that choose an entry of each table.
        private var symbolMask: UInt64 = 0
        private var distanceMask: UInt64 = 0

        private static let maximumBits = 15
        private static let tableSize = 1 << maximumBits
        /// Marks a length, which a distance follows, and the end of a block.
        private static let lengthMark: UInt8 = 0x40
        private static let endMark: UInt8 = 0x80
        private static let endOfBlock = 256

        init?(_ stream: UnsafeRawBufferPointer) {
            guard let tables = ByteBuffer(count: 2 * Self.tableSize) else { return nil }
            self.stream = stream
            self.tables = tables
        }

        /// Returns the bits from the position on, 57 or more; zeros after the stream's end.
        @inline(__always)
        private func word() -> UInt64 {
            let at = position &>> 3
            let shift = UInt64(truncatingIfNeeded: position & 7)
            if at &+ 8 <= stream.count {
                return UInt64(littleEndian: stream.loadUnaligned(fromByteOffset: at, as: UInt64.self)) &>> shift
            }
            var word: UInt64 = 0
            var index = stream.count &- 1
            while index >= at {
                word = word &<< 8 | UInt64(stream[index])
                index &-= 1
            }
            return word &>> shift
        }

        mutating func read(_ count: Int) -> Int {
            defer { position += count }
            return Int(word() & (1 << UInt64(count) - 1))
        }

        /// Skips a stored block after its header (3.2.4).
        mutating func skipStored() -> Bool {
            position = (position + 7) & ~7
            let length = read(16)
            let complement = read(16)
            position += length * 8
            return length ^ complement == 0xFFFF
        }

        /// Makes the fixed codes (3.2.6).
        mutating func readFixedCodes() -> Bool {
            var lengths = [UInt8](repeating: 8, count: 288)
            for symbol in 144..<256 { lengths[symbol] = 9 }
            for symbol in 256..<280 { lengths[symbol] = 7 }
            return make(symbols: lengths[...], distances: [UInt8](repeating: 5, count: 32)[...])
        }

        /// Reads the codes of a block (3.2.7).
        mutating func readCodes() -> Bool {
            let symbols = read(5) + 257
            let distances = read(5) + 1
            var codeLengths = [UInt8](repeating: 0, count: 19)
            for index in 0..<(read(4) + 4) {
                codeLengths[DeflateBlocks.codeLengthOrder[index]] = UInt8(read(3))
            }
            guard let mask = fill(0, codeLengths[...], { symbol, _ in UInt8(symbol) + 1 }) else { return false }
            let count = symbols + distances
            var lengths: [UInt8] = []
            while lengths.count < count {
                guard position <= stream.count * 8 else { return false }
                let symbol = Int(tables.bytes[Int(truncatingIfNeeded: word() & mask)]) - 1
                guard symbol >= 0 else { return false }
                position += Int(codeLengths[symbol])
                switch symbol {
                case 16:
                    guard let length = lengths.last else { return false }
                    lengths += repeatElement(length, count: 3 + read(2))
                case 17: lengths += repeatElement(0, count: 3 + read(3))
                case 18: lengths += repeatElement(0, count: 11 + read(7))
                default: lengths.append(UInt8(symbol))
                }
            }
            return lengths.count == count && make(symbols: lengths[..<symbols], distances: lengths[symbols...])
        }

        /// Makes the tables of a block.
        private mutating func make(symbols: ArraySlice<UInt8>, distances: ArraySlice<UInt8>) -> Bool {
            let symbolMask = fill(0, symbols) { symbol, length in
                if symbol < Self.endOfBlock { return length }
                if symbol == Self.endOfBlock { return length | Self.endMark }
                // Each group of four lengths has the same number of extra bits, except that the first eight lengths and
                // the last have none.
                let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
                return length + UInt8(extra) | Self.lengthMark
            }
            let distanceMask = fill(Self.tableSize, distances) { symbol, length in
                length + UInt8(max(0, symbol / 2 - 1))
            }
            guard let symbolMask, let distanceMask else { return false }
            (self.symbolMask, self.distanceMask) = (symbolMask, distanceMask)
            return true
        }

        /// Fills a table with the values that `entry` gives for a symbol and its code's length. Returns the bits that choose
        /// a value; nil if the codes do not fit.
        private func fill(
            _ offset: Int, _ lengths: ArraySlice<UInt8>, _ entry: (_ symbol: Int, _ length: UInt8) -> UInt8
        ) -> UInt64? {
            let taken = lengths.reduce(0) { $1 > 0 ? $0 + Self.tableSize >> Int($1) : $0 }
            guard taken <= Self.tableSize else { return nil }
            let size = 1 << Int(lengths.max() ?? 0)
            let table = (tables.base + offset).assumingMemoryBound(to: UInt8.self)
            // A code that leaves bit patterns unused has a single symbol, or is damaged.
            if taken < Self.tableSize { table.update(repeating: 0, count: size) }
            let code = HuffmanCode(lengths: Array(lengths), limit: Self.maximumBits)
            for (symbol, length) in code.lengths.enumerated() where length > 0 {
                let value = entry(symbol, length)
                var index = Int(code.codes[symbol])
                while index < size {
                    table[index] = value
                    index &+= 1 &<< Int(length)
                }
            }
            return UInt64(size - 1)
        }

        /// Skips the symbols of a block (3.2.3).
        mutating func skipSymbols() -> Bool {
            let symbols = UnsafePointer(tables.base.assumingMemoryBound(to: UInt8.self))
            let distances = symbols + Self.tableSize
            let (symbolMask, distanceMask) = (symbolMask, distanceMask)
            let limit = stream.count &* 8
            while position <= limit {
                var word = word()
                // Two literals and a length with its distance, or less: at most 15 + 15 + 20 bits, and 28 more, for
                // which the word is loaded again if it may not hold them.
                var entry = symbols[Int(truncatingIfNeeded: word & symbolMask)]
                var literals = 0
                while entry < Self.lengthMark, literals < 2 {
                    guard entry > 0 else { return false }
                    position &+= Int(entry)
                    word &>>= UInt64(entry)
                    entry = symbols[Int(truncatingIfNeeded: word & symbolMask)]
                    literals &+= 1
                }
                if entry < Self.lengthMark { continue }
                let bits = Int(entry & (Self.lengthMark &- 1))
                position &+= bits
                if entry >= Self.endMark { return true }
                word = literals == 0 ? word &>> UInt64(truncatingIfNeeded: bits) : self.word()
                let distance = distances[Int(truncatingIfNeeded: word & distanceMask)]
                guard distance > 0 else { return false }
                position &+= Int(distance)
            }
            return false
        }
    }
}
