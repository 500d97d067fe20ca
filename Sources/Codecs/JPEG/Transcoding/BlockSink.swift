/// Receives the blocks of a plane as they are decoded.
///
/// It holds no references, so that the innermost loop does not count them: its user must keep the target alive.
struct BlockSink {
    private enum Target {
        case symbols(
            UnsafeMutablePointer<SymbolWords>, dc: UnsafeMutablePointer<Int16>, starts: UnsafeMutablePointer<UInt32>)
        /// Blocks of 64 coefficients.
        case coefficients(UnsafeMutablePointer<Int16>)
    }

    private let target: Target
    private let placement: BlockPlacement

    /// Creates a sink for a plane with the given geometry. Symbols go to the turned position of their block, and their
    /// coefficients must arrive in zigzag order, already turned. Coefficients stay in the stored position, in a plane
    /// of zeros.
    init(_ scanTarget: ScanTarget, turning geometry: JPEGPlaneGeometry) {
        switch scanTarget {
        case .symbols(let store):
            target = .symbols(store.buffer.words, dc: store.dc, starts: store.starts)
            placement = BlockPlacement(turning: geometry, width: store.width, height: store.height)
        case .coefficients(let plane):
            target = .coefficients(plane.blocks.base)
            placement = BlockPlacement(stride: plane.stride)
        }
    }

    /// Stores the block at a column and a row.
    ///
    /// - Parameters:
    ///   - coefficients: 64 places, of which those in the mask are set.
    @inline(__always)
    func take(
        _ x: Int, _ y: Int, dc value: Int16, _ coefficients: UnsafePointer<Int16>, mask: UInt64
    ) throws(JPEGCodecError) {
        let index = placement.index(x, y)
        switch target {
        case .symbols(let words, let dc, let starts):
            dc[index] = value
            starts[index] = try words.pointee.append(coefficients, mask: mask)
        case .coefficients(let blocks):
            let block = blocks + index &* 64
            block[0] = value
            var rest = mask
            while rest != 0 {
                let index = rest.trailingZeroBitCount
                rest &= rest &- 1
                block[index] = coefficients[index]
            }
        }
    }
}
