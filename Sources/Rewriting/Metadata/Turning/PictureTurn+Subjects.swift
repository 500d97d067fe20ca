package import UprightBase

extension PictureTurn {
    /// Moves a subject area: a point (2 values), a circle (3: centre and diameter) or a rectangle (4: centre, width and
    /// height), in pixels of a frame of the given size.
    ///
    /// Source: Exif 3.0, 4.6.6.6.38 and 4.6.6.6.46.
    ///
    /// - Returns: nil if there are fewer than 2 or more than 4 values, or if the centre is outside of the frame.
    package func subject(_ values: [Int], in frame: Size) -> [Int]? {
        guard (2...4).contains(values.count), (0...frame.width).contains(values[0]),
            (0...frame.height).contains(values[1])
        else { return nil }
        // A centre on the far edge is past the last pixel, and counts as the last pixel.
        let centre = Point(
            x: max(0, min(values[0], frame.width - 1)), y: max(0, min(values[1], frame.height - 1)))
        let moved = orientation.transform(in: frame).applied(to: centre)
        var result = [moved.x, moved.y] + values[2...]
        if values.count == 4, orientation.transposes { result.swapAt(2, 3) }
        return result
    }

    /// Returns the frame to which positions in pixels refer: usually the stored picture. It is `declared`, the size
    /// that the metadata gives, if the position only fits into that, as with a larger version of the picture.
    package func frame(declared: Size?, holding values: [Int]) -> Size {
        guard values.count >= 2, let declared, declared.width > 0, declared.height > 0, declared != uprightSize
        else { return storedSize }
        let fits = values[0] <= storedSize.width && values[1] <= storedSize.height
        let fitsDeclared = values[0] <= declared.width && values[1] <= declared.height
        return !fits && fitsDeclared ? declared : storedSize
    }
}
