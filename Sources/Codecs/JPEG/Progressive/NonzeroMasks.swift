internal import UprightThreads

/// A bit for each nonzero coefficient of each block of a plane, in zigzag order.
///
/// Every scan of a progressive picture visits all blocks, but most coefficients of most blocks are zero.
struct NonzeroMasks {
    /// The masks of the plane's blocks, row by row, without padding.
    let masks: [UInt64]

    init(_ plane: JPEGPlane, _ parallelism: Parallelism) {
        let blocks = plane.width * plane.height
        let count = parallelism.shares(ofBytes: blocks * 128)
        // Each part reads and writes its own rows.
        nonisolated(unsafe) let plane = plane
        masks = [UInt64](unsafeUninitializedCapacity: blocks) { masks, initialized in
            nonisolated(unsafe) let masks = masks
            parallelism.perform(count) { part in
                Self.fill(masks, from: plane, (0..<plane.height).share(part, of: count))
            }
            initialized = blocks
        }
    }

    private static func fill(_ masks: UnsafeMutableBufferPointer<UInt64>, from plane: JPEGPlane, _ rows: Range<Int>) {
        bits.withUnsafeBufferPointer { bits in
            var index = rows.lowerBound * plane.width
            let grid = plane.grid
            defer { withExtendedLifetime(plane) {} }
            for row in rows {
                for column in 0..<plane.width {
                    masks[index] = mask(grid.block(column, row), bits)
                    index &+= 1
                }
            }
        }
    }

    /// The bit of each coefficient, in row-major order.
    private static let bits: [UInt64] = {
        var bits = [UInt64](repeating: 0, count: 64)
        for (index, natural) in CoefficientMap.natural.enumerated() { bits[natural] = 1 << UInt64(index) }
        return bits
    }()

    @inline(__always)
    private static func mask(_ block: UnsafeMutablePointer<Int16>, _ bits: UnsafeBufferPointer<UInt64>) -> UInt64 {
        var mask: UInt64 = 0
        var row = 0
        while row < 64 {
            let line = UnsafeRawPointer(block + row).loadUnaligned(as: SIMD2<UInt64>.self)
            // The lower rows of most blocks are zero.
            if line.x | line.y != 0 {
                var index = row
                while index < row &+ 8 {
                    mask |= block[index] == 0 ? 0 : bits[index]
                    index &+= 1
                }
            }
            row &+= 8
        }
        return mask
    }
}
