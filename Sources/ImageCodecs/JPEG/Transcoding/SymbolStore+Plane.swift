extension SymbolStore {
    /// The symbols of a plane of coefficients.
    convenience init(_ plane: JPEGPlane, expecting expected: Int) throws(JPEGCodecError) {
        try self.init(width: plane.width, height: plane.height, expecting: expected)
        let zigzag = UnsafeMutablePointer<Int16>.allocate(capacity: 64)
        defer { zigzag.deallocate() }
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = plane.block(column, row)
                var mask: UInt64 = 0
                for (index, natural) in CoefficientMap.natural.enumerated() {
                    let value = block[natural]
                    zigzag[index] = value
                    mask |= value == 0 ? 0 : 1 &<< UInt64(index)
                }
                try append(row * width + column, dc: block[0], zigzag, mask: mask)
            }
        }
    }
}
