public import UprightMetadata

extension MPFIndex {
    /// Gives an image another size and place.
    ///
    /// - Parameter size: At most what 32 bits hold, as `offset`.
    public mutating func set(size: Int, offset: Int, of image: Image) {
        let order = block.byteOrder
        block.write(
            order.bytes(UInt64(truncatingIfNeeded: size), count: 4)
                + order.bytes(UInt64(truncatingIfNeeded: offset), count: 4), at: image.position + 4)
    }
}
