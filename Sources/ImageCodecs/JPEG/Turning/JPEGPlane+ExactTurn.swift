extension JPEGPlane {
    /// Turns the plane by moving its blocks and, within them, its coefficients: every coefficient is kept.
    ///
    /// A transposition exchanges a coefficient's two frequencies; a mirror changes the sign of the odd frequencies
    /// along its axis. Only for a ``JPEGPlaneGeometry`` that is exact.
    func turnedExactly(_ geometry: JPEGPlaneGeometry) throws(JPEGCodecError) -> JPEGPlane {
        let result = try successor(transposing: geometry.transposes)
        let mover = BlockMover(
            transposes: geometry.transposes, mirrorsColumns: geometry.horizontal.isMirrored,
            mirrorsRows: geometry.vertical.isMirrored)
        // Where rows become columns, a tile keeps both the rows read and the rows written in the cache.
        let tile = geometry.transposes ? 8 : result.width
        for top in Swift.stride(from: 0, to: result.height, by: 8) {
            for left in Swift.stride(from: 0, to: result.width, by: max(tile, 1)) {
                for row in top..<min(top + 8, result.height) {
                    let stored = geometry.vertical.isMirrored ? result.height - 1 - row : row
                    for column in left..<min(left + tile, result.width) {
                        let across = geometry.horizontal.isMirrored ? result.width - 1 - column : column
                        let source = geometry.transposes ? block(stored, across) : block(across, stored)
                        mover.move(source, to: result.block(column, row))
                    }
                }
            }
        }
        return result
    }
}
