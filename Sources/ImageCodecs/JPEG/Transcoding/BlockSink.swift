/// Where the blocks of a plane go as they are decoded.
///
/// It holds no references, so that the innermost loop does not count them: who uses it keeps alive what it names.
struct BlockSink {
    private let symbols: Unmanaged<SymbolStore>?
    /// The block at column x and row y is number `origin + x·column + y·row`.
    private let origin: Int
    private let column: Int
    private let row: Int
    /// Blocks of 64 coefficients, where there is no store of symbols.
    private let blocks: UnsafeMutablePointer<Int16>

    /// The sink that puts the symbols of each block where the turn takes it. The coefficients have to come in zigzag
    /// order, already turned.
    init(_ store: SymbolStore, turning geometry: JPEGPlaneGeometry) {
        symbols = .passUnretained(store)
        blocks = UnsafeMutablePointer(bitPattern: 128)!
        let across = geometry.horizontal.isMirrored ? -1 : 1
        let down = geometry.vertical.isMirrored ? -store.width : store.width
        origin =
            (geometry.horizontal.isMirrored ? store.width - 1 : 0)
            + (geometry.vertical.isMirrored ? (store.height - 1) * store.width : 0)
        column = geometry.transposes ? down : across
        row = geometry.transposes ? across : down
    }

    /// The sink that keeps the coefficients as they lie, row by row, in a plane of zeros.
    init(_ plane: JPEGPlane) {
        symbols = nil
        blocks = plane.blocks.base
        origin = 0
        column = 1
        row = plane.stride
    }

    /// Takes the block at a column and a row.
    ///
    /// - Parameters:
    ///   - coefficients: 64 places of which those in the mask are set.
    @inline(__always)
    func take(
        _ x: Int, _ y: Int, dc: Int16, _ coefficients: UnsafePointer<Int16>, mask: UInt64
    ) throws(JPEGCodecError) {
        let index = origin &+ x &* column &+ y &* row
        if let symbols {
            let store = symbols._withUnsafeGuaranteedRef { $0 }
            try store.append(index, dc: dc, coefficients, mask: mask)
            return
        }
        let block = blocks + index &* 64
        block[0] = dc
        var rest = mask
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            block[index] = coefficients[index]
        }
    }
}
