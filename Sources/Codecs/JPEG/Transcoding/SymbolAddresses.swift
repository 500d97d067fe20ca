/// The addresses of blocks' symbols that lie in several buffers.
///
/// A block's start is a 32-bit number. Its highest bits are the buffer's number, in as many bits as the number of
/// buffers needs; the rest is the index of the block's first symbol in that buffer.
struct SymbolAddresses {
    private let bases: UnsafePointer<UnsafePointer<UInt16>>
    private let shift: UInt64

    init(bases: UnsafePointer<UnsafePointer<UInt16>>, count: Int) {
        self.bases = bases
        shift = UInt64(Self.offsetBits(buffers: count))
    }

    /// Returns a pointer to the first symbol of the block with the given start.
    @inline(__always)
    subscript(start: UInt32) -> UnsafePointer<UInt16> {
        let number = UInt64(start)
        return bases[Int(truncatingIfNeeded: number &>> shift)]
            + Int(truncatingIfNeeded: number & (1 &<< shift &- 1))
    }

    /// Returns the number to add to the index of a symbol in a buffer to get a start.
    static func offset(of buffer: Int, of count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt64(buffer) << UInt64(offsetBits(buffers: count)))
    }

    /// Returns the number of symbols that each of several buffers can hold.
    static func capacity(buffers count: Int) -> Int { 1 << offsetBits(buffers: count) }

    /// Returns the number of bits that are left for the index of a symbol.
    private static func offsetBits(buffers count: Int) -> Int { 32 - (Int.bitWidth - (count - 1).leadingZeroBitCount) }
}
