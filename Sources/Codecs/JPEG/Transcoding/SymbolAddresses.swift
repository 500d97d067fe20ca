/// Where the symbols of blocks lie that several buffers hold, wherever in memory these are.
///
/// A block's start is a 32-bit number: its highest bits are the buffer's, as many as the number of buffers takes, and the
/// rest is the number of the block's first symbol in that buffer.
struct SymbolAddresses {
    private let bases: UnsafePointer<UnsafePointer<UInt16>>
    private let shift: UInt64

    init(bases: UnsafePointer<UnsafePointer<UInt16>>, count: Int) {
        self.bases = bases
        shift = UInt64(Self.offsetBits(buffers: count))
    }

    /// The first symbol of the block with the given start.
    @inline(__always)
    subscript(start: UInt32) -> UnsafePointer<UInt16> {
        let number = UInt64(start)
        return bases[Int(truncatingIfNeeded: number &>> shift)]
            + Int(truncatingIfNeeded: number & (1 &<< shift &- 1))
    }

    /// What is added to the numbers of symbols in a buffer to give starts.
    static func offset(of buffer: Int, of count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt64(buffer) << UInt64(offsetBits(buffers: count)))
    }

    /// How many symbols each of several buffers can hold.
    static func capacity(buffers count: Int) -> Int { 1 << offsetBits(buffers: count) }

    /// The bits that are left for the number of a symbol.
    private static func offsetBits(buffers count: Int) -> Int { 32 - (Int.bitWidth - (count - 1).leadingZeroBitCount) }
}
