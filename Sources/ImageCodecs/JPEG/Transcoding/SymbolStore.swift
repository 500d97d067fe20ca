internal import Glibc

/// The entropy coder's symbols of all blocks of one plane, block by block in any order, and their DC coefficients.
///
/// A symbol is a run of zeros with the size of the coefficient behind it, and that coefficient's extra bits; see
/// ITU-T T.81, F.1.2.2. In memory it takes four bytes where a block of coefficients takes 128.
final class SymbolStore {
    /// Marks the last symbol of a block.
    static let lastFlag: UInt32 = 1 << 31

    /// How many blocks wide the plane is.
    let width: Int
    /// How many blocks high the plane is.
    let height: Int
    /// The DC coefficient of each block, row by row.
    let dc: UnsafeMutablePointer<Int16>
    /// Where the symbols of each block begin, row by row.
    let starts: UnsafeMutablePointer<UInt32>
    /// The symbols: bit 31 the last one's flag, bits 16...23 run and size, bits 0...15 the extra bits.
    private(set) var symbols: UnsafeMutablePointer<UInt32>
    /// How many symbols there are.
    private(set) var count = 0
    private var capacity: Int
    /// How often each run and size occurs.
    let frequencies: UnsafeMutablePointer<Int>

    /// A store for a plane of the given size, with room for a number of symbols; it grows.
    init(width: Int, height: Int, expecting expected: Int) throws(JPEGCodecError) {
        self.width = width
        self.height = height
        let blocks = max(width * height, 1)
        capacity = max(expected, 1024)
        guard let dc = malloc(blocks * 2), let starts = malloc(blocks * 4), let symbols = malloc(capacity * 4),
            let frequencies = calloc(256, MemoryLayout<Int>.stride)
        else { throw JPEGCodecError(outOfMemoryFor: "\(blocks) blocks of symbols") }
        self.dc = dc.bindMemory(to: Int16.self, capacity: blocks)
        self.starts = starts.bindMemory(to: UInt32.self, capacity: blocks)
        self.symbols = symbols.bindMemory(to: UInt32.self, capacity: capacity)
        self.frequencies = frequencies.bindMemory(to: Int.self, capacity: 256)
    }

    deinit {
        free(dc)
        free(starts)
        free(symbols)
        free(frequencies)
    }

    /// Adds a block.
    ///
    /// - Parameters:
    ///   - index: the block's place, row by row.
    ///   - coefficients: 64 coefficients in zigzag order, of which only those in the mask are looked at.
    ///   - mask: a bit for each coefficient that is not zero; that of the DC coefficient is not looked at.
    @inline(__always)
    func append(_ index: Int, dc value: Int16, _ coefficients: UnsafePointer<Int16>, mask: UInt64)
        throws(JPEGCodecError)
    {
        if capacity &- count < 80 { try grow() }
        dc[index] = value
        starts[index] = UInt32(truncatingIfNeeded: count)
        var rest = mask & ~1
        var previous = 0
        var target = symbols + count
        while rest != 0 {
            let position = rest.trailingZeroBitCount
            rest &= rest &- 1
            var run = position &- previous &- 1
            previous = position
            while run > 15 {
                target.pointee = 0xF0 << 16
                frequencies[0xF0] &+= 1
                target += 1
                run &-= 16
            }
            let value = Int32(truncatingIfNeeded: coefficients[position])
            let sign = value &>> 31
            let size = 32 &- ((value ^ sign) &- sign).leadingZeroBitCount
            let extra = UInt32(bitPattern: value &+ sign) & (1 &<< UInt32(truncatingIfNeeded: size) &- 1)
            let symbol = run &<< 4 | size
            target.pointee = UInt32(truncatingIfNeeded: symbol) &<< 16 | extra
            frequencies[symbol] &+= 1
            target += 1
        }
        if previous != 63 {
            target.pointee = 0  // the end of the block
            frequencies[0] &+= 1
            target += 1
        }
        target[-1] |= Self.lastFlag
        count = target - symbols
    }

    @inline(never)
    private func grow() throws(JPEGCodecError) {
        let (larger, overflow) = capacity.multipliedReportingOverflow(by: 2)
        // Blocks are found by 32-bit indices.
        guard !overflow, larger <= Int(UInt32.max), let memory = realloc(symbols, larger * 4) else {
            throw JPEGCodecError(outOfMemoryFor: "\(capacity) symbols and more")
        }
        symbols = memory.bindMemory(to: UInt32.self, capacity: larger)
        capacity = larger
    }
}
