package import Geometry
internal import Glibc

extension JPEGCoefficients {
    /// Compares this picture with what it became when it was turned.
    ///
    /// A plane that can be turned exactly has to hold the same coefficients. One that is requantized is turned anew in
    /// no other way than the first time, so only the bytes in between are checked: its coefficients have to be the same
    /// as those that the turn gives.
    ///
    /// - Returns: the first difference found, in words; nil where there is none.
    package func difference(
        from turned: JPEGCoefficients, turnedBy orientation: Orientation
    ) throws(JPEGCodecError) -> String? {
        guard turned.planes.count == planes.count, turned.size == size.turned(by: orientation) else {
            return "the turned picture has another size or other components"
        }
        for (index, geometry) in geometries(orientation).enumerated() {
            let expected = try planes[index].turned(geometry)
            let found = turned.planes[index]
            guard expected.width == found.width, expected.height == found.height,
                expected.quantization == found.quantization
            else { return "component \(expected.id) has another size or another table" }
            for row in 0..<expected.height
            where memcmp(expected.block(0, row), found.block(0, row), expected.width * 128) != 0 {
                return "component \(expected.id) has other coefficients in block row \(row)"
            }
        }
        return nil
    }
}
