public import UprightFormats

extension MPFIndex {
    /// Sets the size and offset of an image.
    ///
    /// - Parameter size: at most 32 bits, like `offset`.
    public mutating func set(size: Int, offset: Int, of image: Image) {
        let order = block.byteOrder
        block.write(
            order.bytes(UInt64(truncatingIfNeeded: size), count: 4)
                + order.bytes(UInt64(truncatingIfNeeded: offset), count: 4), at: image.position + 4)
    }
}
