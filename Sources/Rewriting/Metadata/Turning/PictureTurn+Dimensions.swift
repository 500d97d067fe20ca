internal import UprightGeometry

extension PictureTurn {
    /// Whether a width and a height that metadata give lie as the stored picture does, and so are exchanged with its axes
    /// by a transpose; nil where they describe something else.
    ///
    /// They do where they are its size; its size in HTML's pixels, which pages show it in (density-corrected: 72 pixels are
    /// an inch); or the size of a larger or smaller version. Pages compare the density-corrected size with the picture as
    /// it is stored, so where that of the upright picture is given, which no page goes by, the two are exchanged as well:
    /// pages would go by it afterwards.
    ///
    /// - Parameter density: pixels per inch along the stored rows and columns; nil where there is none.
    /// - Returns: false for the size of the upright picture, which stays.
    func liesAsStored(_ size: Size, density: (x: Double, y: Double)?) -> Bool? {
        guard (1...Int(UInt32.max)).contains(size.width), (1...Int(UInt32.max)).contains(size.height) else {
            return nil
        }
        if size == storedSize { return true }
        if size == uprightSize { return false }
        if hasShape(size, of: storedSize) || isCorrected(size, storedSize, density) { return true }
        let turned = density.map { orientation.transposes ? (x: $0.y, y: $0.x) : $0 }
        return isCorrected(size, uprightSize, turned) ? true : nil
    }

    /// Whether a size is another's, larger or smaller, with its sides rounded to whole pixels.
    private func hasShape(_ size: Size, of other: Size) -> Bool {
        let difference = (size.width * other.height - size.height * other.width).magnitude
        return difference <= UInt(max(other.width, other.height))
    }

    private func isCorrected(_ size: Size, _ pixels: Size, _ density: (x: Double, y: Double)?) -> Bool {
        guard let density, density.x > 0, density.y > 0 else { return false }
        let width = Double(pixels.width) * 72 / density.x
        let height = Double(pixels.height) * 72 / density.y
        return abs(width - Double(size.width)) < 1 && abs(height - Double(size.height)) < 1
    }
}
