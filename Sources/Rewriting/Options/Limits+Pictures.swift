internal import UprightBase

extension Limits {
    /// Returns how a file exceeds the limit; nil if it does not.
    package func excess(ofFileOf bytes: Int) -> String? {
        bytes > fileSize ? "the file has \(bytes) bytes, more than limits.file-size allows (\(fileSize))" : nil
    }

    /// Returns how a picture or frame exceeds the limits; nil if it does not.
    func excess(of size: Size) -> String? {
        if let excess = excess(ofSidesOf: size) { return excess }
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard overflow || count > pixels else { return nil }
        return "\(size.width)×\(size.height) = \(overflow ? "too many" : "\(count)") pixels exceed the limit of "
            + "\(pixels) (limits.pixels)"
    }

    private func excess(ofSidesOf size: Size) -> String? {
        let longest = max(size.width, size.height)
        return longest > side ? "a side of \(longest) pixels exceeds the limit of \(side) (limits.side)" : nil
    }

    /// Rejects a picture or frame with a side that exceeds the limit.
    func check(sidesOf size: Size) throws(PictureRefusal) {
        if let excess = excess(ofSidesOf: size) { throw .limit(excess) }
    }

    /// Rejects a picture or frame that exceeds the limits.
    func check(_ size: Size) throws(PictureRefusal) {
        if let excess = excess(of: size) { throw .limit(excess) }
    }

    /// Rejects an animation with more frames, or more pixels in all frames together, than the limits allow.
    func check(animation sizes: [Size]) throws(PictureRefusal) {
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

    /// Rejects a chunk, a box or a block that is longer than the limit.
    func check(chunk name: String, at offset: Int, count: Int) throws(PictureRefusal) {
        guard count > chunkSize else { return }
        throw .limit(
            "\(name) at byte \(offset): \(count) bytes exceed the limit of \(chunkSize) (limits.chunk-size)")
    }
}
