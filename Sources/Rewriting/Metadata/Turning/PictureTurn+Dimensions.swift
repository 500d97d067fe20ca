internal import UprightBase

extension PictureTurn {
    /// Whether a width and a height in metadata describe the stored picture, so that a transpose exchanges them; nil if
    /// they describe something else.
    ///
    /// They do if they are its size, the size of a larger or smaller version, or its density-corrected size: the size
    /// in HTML pixels at which web pages show it, with 72 pixels per inch. Pages compare the density-corrected size with
    /// the picture as stored. If the metadata gives that of the upright picture, pages ignore it now but would use it
    /// after the turn, so the two are exchanged as well.
    ///
    /// - Parameter density: pixels per inch along the stored rows and columns; nil if there is none.
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

    /// Whether the dimensions to which regions apply are those of the stored picture, and not of the displayed one; at any scale.
    ///
    /// Those of neither lie as the one that is wide or high as they are.
    func liesAsRegion(_ size: Size) -> Bool {
        if let liesAsStored = liesAsStored(size, density: nil) { return liesAsStored }
        let isSquare = storedSize.width == storedSize.height
        return isSquare || (size.width > size.height) == (storedSize.width > storedSize.height)
    }

    /// Whether one size is another one scaled, with its sides rounded to whole pixels.
    private func hasShape(_ size: Size, of other: Size) -> Bool {
        let difference = (size.width * other.height - size.height * other.width).magnitude
        return difference <= UInt(max(other.width, other.height))
    }

    private func isCorrected(_ size: Size, _ pixels: Size, _ density: (x: Double, y: Double)?) -> Bool {
        guard let density, density.x > 0, density.y > 0 else { return false }
        let width = Double(pixels.width) * 72 / density.x
        let height = Double(pixels.height) * 72 / density.y
        return (width - Double(size.width)).magnitude < 1 && (height - Double(size.height)).magnitude < 1
    }
}
