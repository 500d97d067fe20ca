extension ScanPiece {
    /// Stores the blocks at their positions in the planes.
    ///
    /// - Parameters:
    ///   - columns: the number of MCUs in a row.
    ///   - mcus: the number of the scan's MCUs that belong to the piece.
    ///   - number: the piece's number, of all `count`.
    ///   - limit: the maximum number of symbols that the piece may have.
    /// - Returns: whether all DC coefficients are in range, and the piece has no more symbols than allowed.
    func place(
        in targets: [ScanTarget], _ planes: [SequentialScanDecoder.Plane], columns: Int, mcus: Int,
        _ number: Int, of count: Int, symbolsInPart limit: Int
    ) -> Bool {
        for (index, plane) in planes.enumerated() {
            let run = runs[index]
            for block in 0..<(dropped * run.blocksInMCU) {
                run.words.pointee.discount(run.blocks[block].start)
            }
            let placing = BlockPlacing(
                plane: plane, blocks: run.blocks + dropped * run.blocksInMCU, mcus: mcus, first: first,
                columns: columns, offset: offsets[index], words: run.words,
                startOffset: SymbolAddresses.offset(of: number, of: count),
                limit: min(limit, SymbolAddresses.capacity(buffers: count)))
            guard placing.place(in: targets[index]) else { return false }
        }
        return true
    }
}

/// Stores the blocks of one plane of a piece at their positions.
private struct BlockPlacing {
    let plane: SequentialScanDecoder.Plane
    let blocks: UnsafePointer<ScanRun.Block>
    let mcus: Int
    let first: Int
    let columns: Int
    let offset: Int
    let words: UnsafeMutablePointer<SymbolWords>
    /// The number to add to the index of a symbol to get a start.
    let startOffset: UInt32
    let limit: Int

    func place(in target: ScanTarget) -> Bool {
        let symbols = UnsafePointer(words.pointee.symbols)
        switch target {
        case .symbols(let store):
            guard words.pointee.count <= limit else { return false }
            let placement = BlockPlacement(turning: plane.geometry, width: store.width, height: store.height)
            let (values, starts) = (store.dc, store.starts)
            return forEach { x, y, dc, start in
                let index = placement.index(x, y)
                values[index] = dc
                starts[index] = start | startOffset
            }
        case .coefficients(let plane):
            let placement = BlockPlacement(stride: plane.stride)
            let base = plane.blocks.base
            return forEach { x, y, dc, start in
                let block = base + placement.index(x, y) &* 64
                block[0] = dc
                Self.expand(symbols + Int(start), into: block)
            }
        }
    }

    /// Calls `body` with the position, the DC coefficient and the first symbol of each block that lies in the plane.
    ///
    /// - Returns: false if a DC coefficient is out of range.
    @inline(__always)
    private func forEach(_ body: (Int, Int, Int16, UInt32) -> Void) -> Bool {
        var (column, row) = (first % columns, first / columns)
        var next = blocks
        for _ in 0..<mcus {
            for y in (row &* plane.down)..<((row &+ 1) &* plane.down) {
                for x in (column &* plane.across)..<((column &+ 1) &* plane.across) {
                    let block = next.pointee
                    next += 1
                    if x < plane.width, y < plane.height {
                        guard let dc = Int16(exactly: Int(block.dc) &+ offset) else { return false }
                        body(x, y, dc, block.start)
                    } else {
                        words.pointee.discount(block.start)
                    }
                }
            }
            column &+= 1
            if column == columns { (column, row) = (0, row &+ 1) }
        }
        return true
    }

    /// Expands symbols to AC coefficients, in the order in which the symbols were made.
    @inline(__always)
    private static func expand(_ first: UnsafePointer<UInt16>, into block: UnsafeMutablePointer<Int16>) {
        var next = first
        var position = 0
        while true {
            let symbol = next.pointee
            let size = Int32(symbol &>> SymbolWords.shift & 15)
            position &+= Int(symbol &>> (SymbolWords.shift &+ 4) & 15) &+ 1
            if size > 0 {
                var extra = Int32(symbol & SymbolWords.extraMask)
                if symbol & SymbolWords.wideFlag != 0 {
                    next += 1
                    extra = Int32(next.pointee)
                }
                let value = extra < 1 &<< (size &- 1) ? extra &- (1 &<< size) &+ 1 : extra
                block[position & 63] = Int16(truncatingIfNeeded: value)
            }
            if symbol & SymbolWords.lastFlag != 0 { return }
            next += 1
        }
    }
}
