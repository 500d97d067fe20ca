internal import UprightFormats

/// Reads bits of entropy-coded data, most significant first, and skips the stuffed zero bytes.
///
/// It stops at any marker and returns zeros from there on; ``isOverdrawn`` says whether any of them were consumed.
struct EntropyReader {
    /// The next byte that is not yet in `bits`.
    private var next: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>
    /// The next bits, from the top down. Below `count`, there may be bits of bytes that are not yet loaded.
    private var bits: UInt64 = 0
    private var count = 0
    /// How many of the `count` bits lie beyond the data.
    private var invented = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer has no address, but nothing is read from it.
        next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
        end = next + bytes.count
    }

    /// Ensures that there are at least 32 bits.
    @inline(__always)
    mutating func refill() {
        guard count < 32 else { return }
        if end - next >= 8 {
            let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
            let ones: UInt64 = 0x0101_0101_0101_0101
            if (~word &- ones) & word & (ones << 7) == 0 {
                bits |= word &>> UInt64(truncatingIfNeeded: count)
                let bytes = (63 &- count) &>> 3
                next += bytes
                count &+= bytes &<< 3
                return
            }
        }
        refillByByte()
    }

    @inline(never)
    private mutating func refillByByte() {
        while count <= 56 {
            var byte: UInt8 = 0
            if next < end, next[0] != 0xFF {
                byte = next[0]
                next += 1
            } else if end - next >= 2, next[1] == 0 {
                byte = 0xFF
                next += 2
            } else {
                invented += 8
            }
            let shift = UInt64(56 - count)
            bits = bits & ~(0xFF << shift) | UInt64(byte) << shift
            count += 8
        }
    }

    /// Returns the next bits, up to 32, without consuming them.
    @inline(__always)
    func peek(_ length: Int) -> Int {
        Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- length))
    }

    /// Consumes bits after a `peek`.
    @inline(__always)
    mutating func skip(_ length: Int) {
        bits = bits &<< UInt64(truncatingIfNeeded: length)
        count &-= length
    }

    /// Whether everything up to the next marker, or to the end, was consumed and nothing beyond it, except the padding
    /// of the last byte.
    private var endsCleanly: Bool { count - invented >= 0 && count - invented < 8 && (next == end || next[0] == 0xFF) }

    /// Whether bits beyond the data were consumed.
    var isOverdrawn: Bool { count < invented }

    /// Skips a restart marker with the given number (0...7).
    ///
    /// - Returns: whether it was there.
    mutating func skipRestart(_ number: Int) -> Bool {
        guard endsCleanly, end - next >= 2, next[1] == JPEGMarker.restart(number) else { return false }
        next += 2
        bits = 0
        count = 0
        invented = 0
        return true
    }
}

extension EntropyReader {
    /// Decodes one symbol whose lookup entry is given but holds no value. Needs 16 bits.
    ///
    /// - Returns: the symbol; nil if the bits are not a valid code.
    @inline(__always)
    mutating func symbol(_ entry: UInt32, _ table: HuffmanDecodingTable.Lookup) -> UInt8? {
        let length = Int(truncatingIfNeeded: entry & 0xFF)
        if length != 0 {
            skip(length)
            return UInt8(truncatingIfNeeded: entry &>> 8)
        }
        return longSymbol(table)
    }

    @inline(never)
    private mutating func longSymbol(_ table: HuffmanDecodingTable.Lookup) -> UInt8? {
        let prefix = UInt32(truncatingIfNeeded: peek(16))
        for length in (HuffmanDecodingTable.lookahead + 1)...16 where prefix < table.bounds[length] {
            let index = Int(prefix >> UInt32(16 - length)) + table.bases[length]
            guard (0..<256).contains(index) else { return nil }
            skip(length)
            return table.symbols[index]
        }
        return nil
    }

    /// Reads the extra bits of a difference of the given size, 1...15.
    ///
    /// Source: ITU-T T.81, F.2.2.1, EXTEND.
    @inline(__always)
    mutating func value(size: Int) -> Int {
        let extra = peek(size)
        skip(size)
        return extra < 1 &<< (size &- 1) ? extra &- (1 &<< size) &+ 1 : extra
    }
}
