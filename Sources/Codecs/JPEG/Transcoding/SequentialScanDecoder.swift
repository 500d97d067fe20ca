/// Decodes one Huffman-coded sequential scan of a valid file, and passes each block on as it is decoded.
///
/// It tolerates no errors: at the first one it gives up, and another decoder takes over, which recovers from damage and
/// describes it.
///
/// Source: ITU-T T.81, F.2.2.
struct SequentialScanDecoder {
    /// A plane as the scan sees it.
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
        /// How the plane is turned.
        let geometry: JPEGPlaneGeometry
        /// The plane that receives the coefficients; nil if the blocks are turned as symbols.
        let coefficients: JPEGPlane?
        /// The largest sizes of coefficients.
        let sizes: CoefficientSizes

        /// The plane's size in blocks after the turn.
        var turnedWidth: Int { geometry.transposes ? height : width }
        var turnedHeight: Int { geometry.transposes ? width : height }
    }

    let planes: [Plane]
    let columns: Int
    let rows: Int
    let restartInterval: Int

    /// Decodes the scan's data.
    ///
    /// - Returns: the result for each plane; nil if any of the data was invalid.
    func decode(_ data: UnsafeBufferPointer<UInt8>) throws(JPEGCodecError) -> [ScanTarget]? {
        var targets: [ScanTarget] = []
        let blocks = planes.reduce(0) { $0 + $1.width * $1.height }
        for plane in planes {
            let share = data.count * (plane.width * plane.height) / max(blocks, 1)
            if let coefficients = plane.coefficients {
                targets.append(.coefficients(coefficients))
            } else {
                let (width, height) = (plane.turnedWidth, plane.turnedHeight)
                targets.append(.symbols(try SymbolStore(width: width, height: height, expecting: 2 * share)))
            }
        }
        var decoder = BlockDecoder(EntropyReader(data))
        let coders = UnsafeMutablePointer<PlaneCoder>.allocate(capacity: planes.count)
        defer { coders.deallocate() }
        for (index, plane) in planes.enumerated() {
            (coders + index).initialize(to: PlaneCoder(plane, targets[index]))
        }
        defer { for index in planes.indices { coders[index].coder.deallocate() } }
        let count = planes.count
        var left = restartInterval
        var restart = 0
        for row in 0..<rows {
            for column in 0..<columns {
                if restartInterval > 0 {
                    if left == 0 {
                        guard decoder.reader.skipRestart(restart) else { return nil }
                        restart = (restart + 1) & 7
                        for index in planes.indices { coders[index].coder.predictor = 0 }
                        left = restartInterval
                    }
                    left -= 1
                }
                for index in 0..<count {
                    guard try decoder.decodeMCU(coders + index, column, row) else { return nil }
                }
            }
        }
        withExtendedLifetime(planes) {}
        return decoder.reader.endsCleanly && decoder.reader.isAtEnd ? targets : nil
    }
}

/// How one plane's blocks are decoded, and the sink that receives them.
private struct PlaneCoder {
    var coder: BlockDecoder.Coder
    let sink: BlockSink
    /// Blocks across and down in an MCU.
    let across: Int
    let down: Int
    /// The plane's size in blocks; MCUs can reach beyond it.
    let width: Int
    let height: Int

    init(_ plane: SequentialScanDecoder.Plane, _ target: ScanTarget) {
        coder = BlockDecoder.Coder(plane)
        sink = BlockSink(target, turning: plane.geometry)
        across = plane.across
        down = plane.down
        width = plane.width
        height = plane.height
    }
}

extension BlockDecoder {
    /// Decodes a plane's blocks of one MCU and passes on those that lie in the plane.
    @inline(__always)
    fileprivate mutating func decodeMCU(
        _ plane: UnsafeMutablePointer<PlaneCoder>, _ column: Int, _ row: Int
    ) throws(JPEGCodecError) -> Bool {
        let (across, down) = (plane.pointee.across, plane.pointee.down)
        for y in (row &* down)..<(row &* down &+ down) {
            for x in (column &* across)..<(column &* across &+ across) {
                guard decode(&plane.pointee.coder) else { return false }
                guard x < plane.pointee.width, y < plane.pointee.height else { continue }
                try plane.pointee.sink.take(
                    x, y, dc: Int16(truncatingIfNeeded: plane.pointee.coder.predictor), coefficients, mask: mask)
            }
        }
        return true
    }
}
