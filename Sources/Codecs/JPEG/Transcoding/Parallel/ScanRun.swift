internal import Glibc

/// The blocks of one plane, in the order in which a piece of a scan holds them.
struct ScanRun {
    /// A block whose position is not yet known.
    struct Block {
        /// The index of its first symbol.
        var start: UInt32
        /// Its DC coefficient, relative to the start of the piece.
        var dc: Int32
    }

    var coder: BlockDecoder.Coder
    /// The symbols of its blocks.
    let words: UnsafeMutablePointer<SymbolWords>
    /// Space for all blocks of the scan.
    let blocks: UnsafeMutablePointer<Block>
    /// The number of blocks.
    var count = 0
    /// The number of blocks in an MCU.
    let blocksInMCU: Int

    /// - Parameter mcus: the number of MCUs in the scan.
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

    /// Returns the DC coefficient before the given MCU.
    func predictor(before mcu: Int) -> Int { mcu == 0 ? 0 : Int(blocks[mcu * blocksInMCU - 1].dc) }

    /// Removes all blocks.
    mutating func removeAll() {
        count = 0
        coder.predictor = 0
        words.pointee.removeAll()
    }

    /// Removes the blocks beyond the given number of MCUs.
    mutating func truncate(mcus: Int) {
        for index in (mcus * blocksInMCU)..<max(count, mcus * blocksInMCU) {
            words.pointee.discount(blocks[index].start)
        }
        count = min(count, mcus * blocksInMCU)
    }
}

extension BlockDecoder {
    /// Decodes a plane's blocks of one MCU.
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
