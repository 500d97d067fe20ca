extension CodecError {
    /// Not a single row can be decoded.
    static func noRow(found: String) -> CodecError {
        CodecError(.undecodable, "expected image data of at least one row, found \(found)")
    }

    /// An allocation for a picture failed.
    package static func noMemory(forPicture bytes: Int) -> CodecError {
        CodecError(.outOfMemory, "the picture needs \(bytes) bytes of memory, which are not available")
    }

    /// The byte count of the picture's samples overflows.
    package static let overflow = CodecError(
        .outOfMemory, "the picture is too large: its number of bytes overflows")
}
