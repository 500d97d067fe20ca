internal import UprightGeometry

extension Limits {
    /// Rejects a picture or frame that exceeds the limits.
    func check(_ size: Size) throws(RasterRefusal) {
        let longest = max(size.width, size.height)
        if longest > side { throw .limit("a side of \(longest) pixels exceeds the limit of \(side) (limits.side)") }
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        if overflow || count > pixels {
            throw .limit(
                "\(size.width)×\(size.height) = \(overflow ? "too many" : "\(count)") pixels exceed the limit of "
                    + "\(pixels) (limits.pixels)")
        }
    }

    /// Rejects an animation with more frames, or more pixels in all frames together, than the limits allow.
    func check(animation sizes: [Size]) throws(RasterRefusal) {
        if sizes.count > frames {
            throw .limit("\(sizes.count) frames exceed the limit of \(frames) (limits.frames)")
        }
        var total = 0
        for size in sizes {
            try check(size)
            let (sum, overflow) = total.addingReportingOverflow(size.width * size.height)
            if overflow || sum > animationPixels {
                throw .limit(
                    "the frames together exceed the limit of \(animationPixels) pixels (limits.animation-pixels)")
            }
            total = sum
        }
    }
}
