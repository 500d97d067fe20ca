internal import Glibc

/// The blocks of one plane in the order in which a piece of a scan holds them, wherever they belong.
struct ScanRun {
    /// A block whose place is not known yet.
    struct Block {
        /// The number of its first symbol.
        var start: UInt32
        /// Its DC coefficient, counted from where the piece begins.
        var dc: Int32
    }

    var coder: BlockDecoder.Coder
    /// The symbols of its blocks.
    let words: UnsafeMutablePointer<SymbolWords>
    /// Room for as many blocks as the whole scan has.
    let blocks: UnsafeMutablePointer<Block>
    /// How many blocks there are.
    var count = 0
    /// How many an MCU has.
    let blocksInMCU: Int

    /// - Parameter mcus: how many MCUs the scan has.
    init(
        _ plane: SequentialScanDecoder.Plane, buffer: SymbolBuffer, mcus: Int
    ) throws(JPEGCodecError) {
        blocksInMCU = plane.across * plane.down
        let capacity = mcus * blocksInMCU
        guard let memory = malloc(max(capacity, 1) * MemoryLayout<Block>.stride) else {
            throw JPEGCodecError(outOfMemoryFor: "\(capacity) blocks")
        }
        blocks = memory.bindMemory(to: Block.self, capacity: capacity)
        coder = BlockDecoder.Coder(plane)
        words = buffer.words
    }

    func deallocate() {
        free(blocks)
        coder.deallocate()
    }

    /// The DC coefficient before the given MCU.
    func predictor(before mcu: Int) -> Int { mcu == 0 ? 0 : Int(blocks[mcu * blocksInMCU - 1].dc) }

    /// Forgets everything.
    mutating func removeAll() {
        count = 0
        coder.predictor = 0
        words.pointee.removeAll()
    }

    /// Forgets the blocks beyond the given number of MCUs.
    mutating func truncate(mcus: Int) {
        for index in (mcus * blocksInMCU)..<max(count, mcus * blocksInMCU) {
            words.pointee.discount(blocks[index].start)
        }
        count = min(count, mcus * blocksInMCU)
    }
}

extension BlockDecoder {
    /// Decodes the blocks of one MCU that belong to a plane.
    @inline(__always)
    mutating func decodeMCU(_ run: UnsafeMutablePointer<ScanRun>) throws(JPEGCodecError) -> Bool {
        for _ in 0..<run.pointee.blocksInMCU {
            guard decode(&run.pointee.coder) else { return false }
            let start = try run.pointee.words.pointee.append(coefficients, mask: mask)
            let value = Int32(truncatingIfNeeded: run.pointee.coder.predictor)
            run.pointee.blocks[run.pointee.count] = ScanRun.Block(start: start, dc: value)
            run.pointee.count &+= 1
        }
        return true
    }
}
