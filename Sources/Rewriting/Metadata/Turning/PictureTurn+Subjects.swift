package import UprightGeometry

extension PictureTurn {
    /// Moves a subject's area: a point (2 values), a circle (3: centre and diameter) or a rectangle (4: centre, width
    /// and height), in pixels of a frame of the given size.
    ///
    /// Source: Exif 3.0, 4.6.6.6.38 and 4.6.6.6.46.
    ///
    /// - Returns: nil where there are other than 2 to 4 values, or the centre lies outside of the frame.
    package func subject(_ values: [Int], in frame: Size) -> [Int]? {
        guard (2...4).contains(values.count), (0...frame.width).contains(values[0]),
            (0...frame.height).contains(values[1])
        else { return nil }
        // A centre on the far edge is no pixel; it is taken for the last one.
        let centre = Point(
            x: max(0, min(values[0], frame.width - 1)), y: max(0, min(values[1], frame.height - 1)))
        let moved = orientation.transform(in: frame).applied(to: centre)
        var result = [moved.x, moved.y] + values[2...]
        if values.count == 4, orientation.transposes { result.swapAt(2, 3) }
        return result
    }

    /// The frame that positions in pixels refer to: the stored picture; or, where `declared` (the size that the
    /// metadata gives for it) is the size of a larger or smaller version that lies the same way, that.
    package func frame(declared: Size?, holding values: [Int]) -> Size {
        guard values.count >= 2, let declared, declared.width > 0, declared.height > 0, declared != uprightSize
        else { return storedSize }
        let fits = values[0] <= storedSize.width && values[1] <= storedSize.height
        let fitsDeclared = values[0] <= declared.width && values[1] <= declared.height
        return !fits && fitsDeclared ? declared : storedSize
    }
}
