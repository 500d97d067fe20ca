internal import Glibc

/// The entropy coder's symbols of blocks, one block after another.
///
/// A symbol is a run of zeros, the size of the coefficient after it, and that coefficient's extra bits; see ITU-T T.81,
/// F.1.2.2. In memory a symbol takes two bytes, while a block of coefficients takes 128; the few symbols with more than
/// seven extra bits take four.
struct SymbolWords {
    /// Marks the last symbol of a block.
    static let lastFlag: UInt16 = 1 << 15
    /// Set if the extra bits have their own word after the symbol's: the highest bit of the size.
    static let wideFlag: UInt16 = 1 << 10
    /// The number of bits by which run and size are shifted, above the extra bits.
    static let shift: UInt16 = 7
    /// The extra bits of symbols that are not wide.
    static let extraMask: UInt16 = 0x7F

    /// The symbols: bit 15 flags the last one, bits 7...14 are run and size, bits 0...6 the extra bits.
    private(set) var symbols: UnsafeMutablePointer<UInt16>
    /// The number of words.
    private(set) var count = 0
    private var capacity: Int
    /// How often each run and size occurs, 256 numbers.
    let frequencies: UnsafeMutablePointer<Int>

    /// Creates a buffer with space for a number of symbols; it grows as needed.
    init(expecting expected: Int) throws(JPEGCodecError) {
        capacity = max(expected, 1024)
        guard let symbols = malloc(capacity * 2) else {
            throw JPEGCodecError(outOfMemoryFor: "\(capacity) symbols")
        }
        self.symbols = symbols.bindMemory(to: UInt16.self, capacity: capacity)
        frequencies = .allocate(capacity: 256)
        frequencies.initialize(repeating: 0, count: 256)
    }

    /// Frees the memory.
    func deallocate() {
        free(symbols)
        frequencies.deallocate()
    }

    /// Appends a block.
    ///
    /// - Parameters:
    ///   - coefficients: 64 coefficients in zigzag order; only those in the mask are read.
    ///   - mask: a bit for each nonzero coefficient; the bit of the DC coefficient is ignored.
    /// - Returns: the index of its first symbol.
    @inline(__always)
    mutating func append(_ coefficients: UnsafePointer<Int16>, mask: UInt64) throws(JPEGCodecError) -> UInt32 {
        if capacity &- count < 144 { try grow() }
        let start = UInt32(truncatingIfNeeded: count)
        var rest = mask & ~1
        var previous = 0
        var target = symbols + count
        var lastTarget = target
        while rest != 0 {
            let position = rest.trailingZeroBitCount
            rest &= rest &- 1
            var run = position &- previous &- 1
            previous = position
            while run > 15 {
                target.pointee = 0xF0 << Self.shift
                frequencies[0xF0] &+= 1
                target += 1
                run &-= 16
            }
            let value = Int32(truncatingIfNeeded: coefficients[position])
            let sign = value &>> 31
            let size = 32 &- ((value ^ sign) &- sign).leadingZeroBitCount
            let extra = UInt32(bitPattern: value &+ sign) & (1 &<< UInt32(truncatingIfNeeded: size) &- 1)
            let symbol = run &<< 4 | size
            let word = UInt16(truncatingIfNeeded: symbol) &<< Self.shift
            frequencies[symbol] &+= 1
            lastTarget = target
            if word & Self.wideFlag == 0 {
                target.pointee = word | UInt16(truncatingIfNeeded: extra)
                target += 1
            } else {
                target[0] = word
                target[1] = UInt16(truncatingIfNeeded: extra)
                target += 2
            }
        }
        if previous != 63 {
            target.pointee = 0  // the end of the block
            frequencies[0] &+= 1
            lastTarget = target
            target += 1
        }
        lastTarget.pointee |= Self.lastFlag
        count = target - symbols
        return start
    }

    /// Subtracts the symbols of the block at the given start from the frequencies. The symbols stay where they are.
    func discount(_ start: UInt32) {
        var next = symbols + Int(start)
        while true {
            frequencies[Int(next.pointee >> Self.shift & 0xFF)] -= 1
            if next.pointee & Self.lastFlag != 0 { return }
            next += next.pointee & Self.wideFlag == 0 ? 1 : 2
        }
    }

    /// Removes all blocks.
    mutating func removeAll() {
        count = 0
        frequencies.update(repeating: 0, count: 256)
    }

    @inline(never)
    private mutating func grow() throws(JPEGCodecError) {
        let (larger, overflow) = capacity.multipliedReportingOverflow(by: 2)
        // Blocks are addressed by 32-bit indices.
        guard !overflow, larger <= Int(UInt32.max), let memory = realloc(symbols, larger * 2) else {
            throw JPEGCodecError(outOfMemoryFor: "\(capacity) symbols and more")
        }
        symbols = memory.bindMemory(to: UInt16.self, capacity: larger)
        capacity = larger
    }
}
