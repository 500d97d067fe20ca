extension SymbolStore {
    /// The symbols of a plane of coefficients.
    convenience init(_ plane: JPEGPlane, expecting expected: Int) throws(JPEGCodecError) {
        try self.init(width: plane.width, height: plane.height, expecting: expected)
        let zigzag = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
        defer { zigzag.deallocate() }
        let order = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
        defer { order.deallocate() }
        for (index, natural) in CoefficientMap.natural.enumerated() { order[natural] = UInt8(index) }
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = UnsafePointer(plane.block(column, row))
                var mask: UInt64 = 0
                // Four coefficients at a time: most of them are zero.
                for start in stride(from: 0, to: 64, by: 4) {
                    guard UnsafeRawPointer(block + start).loadUnaligned(as: UInt64.self) != 0 else { continue }
                    for natural in start..<(start &+ 4) where block[natural] != 0 {
                        let index = Int(order[natural])
                        zigzag[index] = block[natural]
                        mask |= 1 &<< UInt64(truncatingIfNeeded: index)
                    }
                }
                try append(row &* width &+ column, dc: block[0], zigzag, mask: mask)
            }
        }
    }
}
