extension RunDeflater {
    /// The blocks of a part of the input.
    ///
    /// One thread makes it, and another uses it afterwards.
    final class Piece: @unchecked Sendable {
        /// The bytes before the first one, and those that are written after the last one.
        private static let margin = 8

        private let buffer: ByteBuffer
        /// Writes the blocks.
        var writer: BitWriter
        /// The number of bytes of the input, and their checksum.
        let count: Int
        var checksum: UInt32 = 1

        /// Creates a piece that starts with `bits`; nil if an allocation fails.
        ///
        /// - Parameter capacity: the maximum number of bytes of the blocks.
        init?(capacity: Int, count: Int, after bits: Bits) {
            guard let buffer = ByteBuffer(count: capacity + 3 * Self.margin) else { return nil }
            writer = BitWriter(buffer.base + Self.margin, after: bits)
            self.buffer = buffer
            self.count = count
        }

        /// Calls `sink` with the complete bytes of `bits` followed by this piece, and returns the bits that are left.
        ///
        /// If there are bits, the bytes of the piece move up by them.
        func write(after bits: Bits, to sink: (UnsafeRawBufferPointer) -> Void) -> Bits {
            let start = buffer.base + Self.margin
            var (length, rest) = (writer.target - start, writer.rest)
            if bits.count > 0 {
                let shift = UInt64(truncatingIfNeeded: bits.count)
                let opposite = 8 &- shift
                start.storeBytes(of: rest.word.littleEndian, toByteOffset: length, as: UInt64.self)
                (start - 1).storeBytes(
                    of: UInt8(truncatingIfNeeded: bits.word &<< opposite), as: UInt8.self)
                // From the last word to the first, since each needs the byte before it as it was. The first word can
                // start in the margin.
                var at = (length &+ 1) & ~7
                while at >= 0 {
                    let word = start.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian
                    let before = UInt64(start.load(fromByteOffset: at &- 1, as: UInt8.self))
                    start.storeBytes(
                        of: (word &<< shift | before &>> opposite).littleEndian, toByteOffset: at, as: UInt64.self)
                    at &-= 8
                }
                let total = rest.count + bits.count
                length += total / 8
                let last = start.load(fromByteOffset: length, as: UInt8.self)
                rest = Bits(word: UInt64(last), count: total % 8)
            }
            sink(UnsafeRawBufferPointer(start: start, count: length))
            return rest
        }
    }
}
