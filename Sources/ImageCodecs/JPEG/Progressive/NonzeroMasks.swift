/// For each block of a plane a bit for each coefficient that is not zero, in zigzag order.
///
/// Every scan of a progressive picture goes through all blocks; most coefficients of most blocks are zero.
struct NonzeroMasks {
    /// The masks, row by row of the plane's blocks, without its padding.
    let masks: [UInt64]

    init(_ plane: JPEGPlane) {
        let bits = Self.bits
        let count = plane.width * plane.height
        masks = [UInt64](unsafeUninitializedCapacity: count) { masks, initialized in
            bits.withUnsafeBufferPointer { bits in
                var index = 0
                for row in 0..<plane.height {
                    for column in 0..<plane.width {
                        masks[index] = Self.mask(plane.block(column, row), bits)
                        index &+= 1
                    }
                }
            }
            initialized = count
        }
    }

    /// For each coefficient, row by row, its bit.
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
            // The lower rows of most blocks hold nothing.
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
