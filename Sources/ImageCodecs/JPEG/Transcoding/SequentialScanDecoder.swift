/// Decodes one Huffman-coded sequential scan of a sound file, and hands each block on as it comes.
///
/// It has no tolerance: at the first thing that is not as it should be it gives up, and another decoder, which knows
/// how to make the best of damage and how to name it, takes over.
///
/// Source: ITU-T T.81, F.2.2.
struct SequentialScanDecoder {
    /// One plane as the scan sees it.
    struct Plane {
        /// Blocks across and down in an MCU; 1 and 1 in a scan of one plane.
        let across: Int
        let down: Int
        /// The plane's size in blocks; MCUs can reach beyond it.
        let width: Int
        let height: Int
        let dc: HuffmanDecodingTable
        let ac: HuffmanDecodingTable
        let map: CoefficientMap
        /// Where its blocks go: a store of symbols that are turned, or coefficients that are still to be turned.
        let target: Target
        let geometry: JPEGPlaneGeometry
    }

    /// What is made of a plane.
    enum Target {
        case symbols(SymbolStore)
        case coefficients(JPEGPlane)
    }

    let planes: [Plane]
    let columns: Int
    let rows: Int
    let restartInterval: Int

    /// Decodes the scan's data.
    ///
    /// - Returns: whether all of it was as it should be.
    func decode(_ data: UnsafeBufferPointer<UInt8>) throws(JPEGCodecError) -> Bool {
        var decoder = BlockDecoder(EntropyReader(data))
        let coders = UnsafeMutablePointer<BlockDecoder.Coder>.allocate(capacity: planes.count)
        defer { coders.deallocate() }
        for (index, plane) in planes.enumerated() {
            let moves = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
            moves.initialize(from: plane.map.moves, count: 64)
            (coders + index).initialize(
                to: .init(
                    dc: plane.dc.lookup, ac: plane.ac.lookup, moves: moves, sink: plane.sink, across: plane.across,
                    down: plane.down, width: plane.width, height: plane.height))
        }
        defer { for index in planes.indices { coders[index].moves.deallocate() } }
        let count = planes.count
        var left = restartInterval
        var restart = 0
        for row in 0..<rows {
            for column in 0..<columns {
                if restartInterval > 0 {
                    if left == 0 {
                        guard decoder.reader.skipRestart(restart) else { return false }
                        restart = (restart + 1) & 7
                        for index in planes.indices { coders[index].predictor = 0 }
                        left = restartInterval
                    }
                    left -= 1
                }
                for index in 0..<count {
                    guard try decoder.decodeMCU(coders + index, column, row) else { return false }
                }
            }
        }
        withExtendedLifetime(planes) {}
        return decoder.reader.endsCleanly && decoder.reader.isAtEnd
    }
}

extension SequentialScanDecoder.Plane {
    fileprivate var sink: BlockSink {
        switch target {
        case .symbols(let store): BlockSink(store, turning: geometry)
        case .coefficients(let plane): BlockSink(plane)
        }
    }
}

extension BlockDecoder {
    /// Decodes a plane's blocks of one MCU and hands on those that lie in the plane.
    @inline(__always)
    fileprivate mutating func decodeMCU(
        _ coder: UnsafeMutablePointer<Coder>, _ column: Int, _ row: Int
    ) throws(JPEGCodecError) -> Bool {
        let (across, down) = (coder.pointee.across, coder.pointee.down)
        for y in (row &* down)..<(row &* down &+ down) {
            for x in (column &* across)..<(column &* across &+ across) {
                guard decode(coder) else { return false }
                guard x < coder.pointee.width, y < coder.pointee.height else { continue }
                try coder.pointee.sink.take(
                    x, y, dc: Int16(truncatingIfNeeded: coder.pointee.predictor), coefficients, mask: mask)
            }
        }
        return true
    }
}
