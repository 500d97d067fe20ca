internal import Glibc

/// A plane that the scans of a progressive picture fill bit by bit.
final class ProgressivePlane {
    let plane: JPEGPlane
    /// For each block, row by row, a bit for each AC coefficient that is already nonzero, in zigzag order.
    let masks: UnsafeMutablePointer<UInt64>

    /// - Parameter plane: a plane with coefficients of 0.
    init(_ plane: JPEGPlane) throws(JPEGCodecError) {
        let count = max(plane.width * plane.height, 1)
        guard let masks = calloc(count, MemoryLayout<UInt64>.stride) else {
            throw JPEGCodecError(outOfMemoryFor: "the masks of \(count) blocks")
        }
        self.plane = plane
        self.masks = masks.bindMemory(to: UInt64.self, capacity: count)
    }

    deinit { free(masks) }
}
