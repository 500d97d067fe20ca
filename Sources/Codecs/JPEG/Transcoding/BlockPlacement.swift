/// The positions of a plane's blocks after a turn. The block at column x and row y becomes number `origin + x·column +
/// y·row`, counted row by row.
struct BlockPlacement {
    let origin: Int
    let column: Int
    let row: Int

    /// Creates the placement for a turned plane. The size is in blocks, after the turn.
    init(turning geometry: JPEGPlaneGeometry, width: Int, height: Int) {
        let across = geometry.horizontal.isMirrored ? -1 : 1
        let down = geometry.vertical.isMirrored ? -width : width
        origin =
            (geometry.horizontal.isMirrored ? width - 1 : 0)
            + (geometry.vertical.isMirrored ? (height - 1) * width : 0)
        column = geometry.transposes ? down : across
        row = geometry.transposes ? across : down
    }

    /// Creates the placement for a plane that is not turned, with rows `stride` blocks apart.
    init(stride: Int) {
        origin = 0
        column = 1
        row = stride
    }

    @inline(__always)
    func index(_ x: Int, _ y: Int) -> Int { origin &+ x &* column &+ y &* row }
}
