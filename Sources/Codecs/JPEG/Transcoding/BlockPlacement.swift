/// Where the blocks of a plane lie after a turn: the block at column x and row y is number `origin + x·column + y·row`,
/// counted row by row.
struct BlockPlacement {
    let origin: Int
    let column: Int
    let row: Int

    /// The places in a plane that has been turned, of the given size in blocks after the turn.
    init(turning geometry: JPEGPlaneGeometry, width: Int, height: Int) {
        let across = geometry.horizontal.isMirrored ? -1 : 1
        let down = geometry.vertical.isMirrored ? -width : width
        origin =
            (geometry.horizontal.isMirrored ? width - 1 : 0)
            + (geometry.vertical.isMirrored ? (height - 1) * width : 0)
        column = geometry.transposes ? down : across
        row = geometry.transposes ? across : down
    }

    /// The places in a plane that has not been turned, whose rows are `stride` blocks apart.
    init(stride: Int) {
        origin = 0
        column = 1
        row = stride
    }

    @inline(__always)
    func index(_ x: Int, _ y: Int) -> Int { origin &+ x &* column &+ y &* row }
}
