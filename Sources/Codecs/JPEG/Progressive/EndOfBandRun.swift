/// A run of consecutive blocks whose band has ended, and the correction bits of their coefficients.
///
/// Source: ITU-T T.81, G.1.2.2 and G.1.2.3.
struct EndOfBandRun {
    /// The maximum number of blocks that one symbol can represent.
    private static let mostBlocks = 0x7FFF
    /// The maximum number of pending bits: the same as in libjpeg, so that runs end at the same blocks.
    private static let mostBits = 1000
    /// The maximum number of entries that a block can add to a record.
    static let entriesPerBlock = 64 + 4 + 2 * (mostBits + 64)

    private let record: ProgressiveRecord
    private var blocks = 0
    /// The correction bits of the blocks in the run, followed by those of the current block.
    private var bits: [UInt8]
    private var settled = 0
    private var count = 0

    init(_ record: ProgressiveRecord) {
        self.record = record
        bits = Array(repeating: 0, count: Self.mostBits + 64)
    }

    /// Whether the current block has pending bits.
    var hasCorrections: Bool { count > settled }

    /// Adds a block of a first scan to the run.
    @inline(__always)
    mutating func addBlock() {
        blocks &+= 1
        if blocks == Self.mostBlocks { end() }
    }

    /// Adds the current block of a refinement scan to the run, with its bits.
    @inline(__always)
    mutating func addRefinedBlock() {
        blocks &+= 1
        settled = count
        if blocks == Self.mostBlocks || settled > Self.mostBits - 63 { end() }
    }

    /// Adds a bit of the current block.
    @inline(__always)
    mutating func addCorrection(_ bit: Int) {
        bits[count] = UInt8(truncatingIfNeeded: bit)
        count &+= 1
    }

    /// Records the run with its bits, if there is a run. Keeps the bits of the current block.
    @inline(__always)
    mutating func end() {
        guard blocks > 0 else { return }
        let size = Int.bitWidth &- 1 &- blocks.leadingZeroBitCount
        record.append(symbol: size &<< 4, blocks & (1 &<< size &- 1), size)
        blocks = 0
        let rest = count &- settled
        flush(settled)
        for index in 0..<rest { bits[index] = bits[settled &+ index] }
        settled = 0
        count = rest
    }

    /// Records the bits of the current block. The run must have ended.
    @inline(__always)
    mutating func flushBlock() {
        flush(count)
        count = 0
    }

    @inline(__always)
    private func flush(_ number: Int) {
        var index = 0
        while index < number {
            let end = min(index &+ 16, number)
            let length = end &- index
            var word = 0
            while index < end {
                word = word &<< 1 | Int(bits[index])
                index &+= 1
            }
            record.append(word, length)
        }
    }
}
