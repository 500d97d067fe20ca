extension RunDeflater {
    /// Writes bits, lowest first.
    ///
    /// One thread makes it, and another uses it afterwards.
    struct BitWriter: @unchecked Sendable {
        private let start: UnsafeMutableRawPointer
        private var target: UnsafeMutableRawPointer
        private var word: UInt64 = 0
        /// The number of bits used in the word: fewer than 8 between calls.
        private var count = 0

        init(_ target: UnsafeMutableRawPointer) {
            start = target
            self.target = target
        }

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
        private mutating func take(_ entry: UInt32) {
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
                take(table[Int(truncatingIfNeeded: bytes & 255)])
                take(table[Int(truncatingIfNeeded: bytes &>> 8 & 255)])
                take(table[Int(truncatingIfNeeded: bytes &>> 16 & 255)])
                take(table[Int(truncatingIfNeeded: bytes &>> 24)])
                flush()
                at &+= 4
            }
            while at < range.upperBound {
                append(table[Int(base.load(fromByteOffset: at, as: UInt8.self))])
                at &+= 1
            }
        }

        /// Appends all bits of another writer, whose memory lies after this one's.
        mutating func append(_ other: BitWriter) {
            var from = UnsafeRawPointer(other.start)
            let end = UnsafeRawPointer(other.target)
            while end - from >= 8 {
                let word = from.loadUnaligned(as: UInt64.self).littleEndian
                append(bits: word & 0xFFFF_FFFF, count: 32)
                append(bits: word &>> 32, count: 32)
                from += 8
            }
            while from < end {
                append(bits: UInt64(from.load(as: UInt8.self)), count: 8)
                from += 1
            }
            append(bits: other.word, count: other.count)
        }

        /// Writes the remaining bits, and returns the number of bytes.
        mutating func finish() -> Int {
            flush()
            if count > 0 { target += 1 }
            return target - start
        }
    }
}
