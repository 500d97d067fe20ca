extension RunDeflater {
    /// Up to seven bits that do not fill a byte, lowest first.
    struct Bits {
        var word: UInt64 = 0
        var count = 0
    }

    /// Writes bits, lowest first.
    struct BitWriter {
        private(set) var target: UnsafeMutableRawPointer
        private var word: UInt64
        /// The number of bits used in the word: fewer than 8 between calls.
        private var count: Int

        /// Creates a writer whose first bits are `bits`.
        init(_ target: UnsafeMutableRawPointer, after bits: Bits) {
            self.target = target
            (word, count) = (bits.word, bits.count)
        }

        /// The bits that do not fill a byte.
        var rest: Bits { Bits(word: word, count: count) }

        /// Writes the complete bytes of the word. It stores eight bytes; the next call overwrites the incomplete ones.
        @inline(__always)
        private mutating func flush() {
            target.storeBytes(of: word.littleEndian, as: UInt64.self)
            let bytes = count &>> 3
            target += bytes
            word = bytes == 8 ? 0 : word &>> UInt64(truncatingIfNeeded: bytes &* 8)
            count &= 7
        }

        @inline(__always)
        mutating func append(bits: UInt64, count bitCount: Int) {
            word |= bits &<< UInt64(truncatingIfNeeded: count)
            count &+= bitCount
            flush()
        }

        @inline(__always)
        mutating func append(_ entry: UInt32) {
            append(bits: UInt64(entry & 0xFFFF), count: Int(entry &>> 16))
        }

        @inline(__always)
        private mutating func appendUnflushed(_ entry: UInt32) {
            word |= UInt64(entry & 0xFFFF) &<< UInt64(truncatingIfNeeded: count)
            count &+= Int(truncatingIfNeeded: entry &>> 16)
        }

        /// Writes the codes of a range's bytes. Four codes take at most 56 bits, in addition to up to 7 bits that are
        /// left.
        @inline(__always)
        mutating func append(_ base: UnsafeRawPointer, _ range: Range<Int>, _ table: UnsafePointer<UInt32>) {
            var at = range.lowerBound
            while at &+ 4 <= range.upperBound {
                let bytes = base.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                appendUnflushed(table[Int(truncatingIfNeeded: bytes & 255)])
                appendUnflushed(table[Int(truncatingIfNeeded: bytes &>> 8 & 255)])
                appendUnflushed(table[Int(truncatingIfNeeded: bytes &>> 16 & 255)])
                appendUnflushed(table[Int(truncatingIfNeeded: bytes &>> 24)])
                flush()
                at &+= 4
            }
            while at < range.upperBound {
                append(table[Int(base.load(fromByteOffset: at, as: UInt8.self))])
                at &+= 1
            }
        }
    }
}
