internal import UprightBase

extension JPEGPlane {
    /// Turns the plane by moving its blocks, and the coefficients within them. Every coefficient is kept.
    ///
    /// A transposition swaps a coefficient's two frequencies; a mirror changes the sign of the odd frequencies along
    /// its axis. The ``JPEGPlaneGeometry`` must be exact.
    func turnedExactly(
        _ geometry: JPEGPlaneGeometry, _ parallelism: Parallelism
    ) throws(CodecError) -> JPEGPlane {
        let result = try successor(transposing: geometry.transposes)
        let strips = (result.height + 7) / 8
        let count = min(parallelism.shares(ofBytes: result.width * result.height * 128), max(strips, 1))
        // Each part writes its own rows.
        nonisolated(unsafe) let (source, target) = (self, result)
        parallelism.perform(count) { part in
            let own = (0..<strips).share(part, of: count)
            let rows = (own.lowerBound * 8)..<min(own.upperBound * 8, target.height)
            source.turnExactly(geometry, rows, of: target)
        }
        return result
    }

    /// Fills block rows of the result; the first is a multiple of 8.
    private func turnExactly(_ geometry: JPEGPlaneGeometry, _ rows: Range<Int>, of result: JPEGPlane) {
        let mover = BlockMover(
            transposes: geometry.transposes, mirrorsColumns: geometry.horizontal.isMirrored,
            mirrorsRows: geometry.vertical.isMirrored)
        let (stored, turned) = (grid, result.grid)
        defer { withExtendedLifetime((self, result)) {} }
        // If rows become columns, a tile keeps both the rows read and the rows written in the cache.
        let tile = geometry.transposes ? 8 : result.width
        for top in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: 8) {
            for left in Swift.stride(from: 0, to: result.width, by: max(tile, 1)) {
                for row in top..<min(top + 8, rows.upperBound) {
                    let down = geometry.vertical.isMirrored ? result.height - 1 - row : row
                    for column in left..<min(left + tile, result.width) {
                        let across = geometry.horizontal.isMirrored ? result.width - 1 - column : column
                        let source = geometry.transposes ? stored.block(down, across) : stored.block(across, down)
                        mover.move(source, to: turned.block(column, row))
                    }
                }
            }
        }
    }
}
