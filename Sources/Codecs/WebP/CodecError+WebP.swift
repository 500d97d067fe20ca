extension CodecError {
    /// Not a single row can be decoded; libwebp's reason.
    static func undecodableWebP(_ reason: String) -> CodecError {
        CodecError(.undecodable, "expected the coded data of a WebP picture: \(reason)")
    }

    /// An allocation failed; the pixels of the picture.
    static func noMemory(forPixels pixels: Int) -> CodecError {
        CodecError(.outOfMemory, "\(pixels) pixels need more memory than is available")
    }
}
