/// Decodes blocks of Huffman-coded sequential data, one after another.
///
/// Source: ITU-T T.81, F.2.2.
struct BlockDecoder: ~Copyable {
    /// The tables and the state for decoding the blocks of one plane.
    struct Coder {
        let dc: HuffmanDecodingTable.Lookup
        let ac: HuffmanDecodingTable.Lookup
        /// The target of each coefficient; see ``CoefficientMap/moves``.
        let moves: UnsafeMutablePointer<Int16>
        /// The DC coefficient of the last block.
        var predictor = 0
        let sizes: CoefficientSizes

        init(_ plane: SequentialScanDecoder.Plane) {
            dc = plane.dc.lookup
            ac = plane.ac.lookup
            sizes = plane.sizes
            moves = .allocate(capacity: 64)
            moves.initialize(from: plane.map.moves, count: 64)
        }

        func deallocate() { moves.deallocate() }
    }

    var reader: EntropyReader
    /// 64 places. The last block's AC coefficients in the mask are set, at the places that the map gives.
    let coefficients = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
    /// A bit for each nonzero AC coefficient of the last block.
    private(set) var mask: UInt64 = 0

    init(_ reader: EntropyReader) {
        self.reader = reader
        coefficients.initialize(repeating: 0, count: 64)
    }

    deinit { coefficients.deallocate() }

    /// Decodes the next block. Its DC coefficient becomes the coder's predictor.
    ///
    /// - Returns: whether the data was valid.
    @inline(never)
    mutating func decode(_ coder: UnsafeMutablePointer<Coder>) -> Bool {
        // A copy in registers, because the dependency of each symbol on the one before limits the speed.
        var reader = self.reader
        let shift = HuffmanDecodingTable.lookahead
        let dc = coder.pointee.dc
        reader.refill()
        guard let size = reader.symbol(dc.entries[reader.peek(shift)], dc),
            Int(size) <= coder.pointee.sizes.dc
        else { return false }
        if size > 0 {
            let predictor = coder.pointee.predictor &+ reader.value(size: Int(size))
            guard predictor == Int(Int16(truncatingIfNeeded: predictor)) else { return false }
            coder.pointee.predictor = predictor
        }
        let ac = coder.pointee.ac
        let moves = coder.pointee.moves
        let coefficients = self.coefficients
        var mask: UInt64 = 0
        var position = 1
        while position < 64 {
            reader.refill()
            let entry = ac.entries[reader.peek(shift)]
            var value = Int16(truncatingIfNeeded: entry &>> 16)
            if value != 0 {
                reader.skip(Int(truncatingIfNeeded: entry & 0xFF))
                position &+= Int(truncatingIfNeeded: entry &>> 12 & 15)
            } else {
                guard let symbol = reader.symbol(entry, ac) else { return false }
                let size = Int(symbol & 15)
                let run = Int(symbol &>> 4)
                if size == 0 {
                    if run == 0 { break }
                    position &+= 16
                    guard run == 15, position < 64 else { return false }
                    continue
                }
                guard size <= coder.pointee.sizes.ac else { return false }
                value = Int16(truncatingIfNeeded: reader.value(size: size))
                position &+= run
            }
            guard position < 64 else { return false }
            let move = moves[position]
            let target = Int(move & 63)
            let sign = move &>> 15
            coefficients[target] = (value ^ sign) &- sign
            mask |= 1 &<< UInt64(truncatingIfNeeded: target)
            position &+= 1
        }
        self.mask = mask
        self.reader = reader
        return true
    }
}
