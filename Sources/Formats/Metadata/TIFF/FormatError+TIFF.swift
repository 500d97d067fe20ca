extension FormatError {
    /// A TIFF block is shorter than its header.
    static func tooShort(found: Int) -> FormatError {
        FormatError("expected a TIFF header of 8 bytes at offset 0, found \(found) bytes")
    }

    /// A TIFF block does not start with a byte order mark.
    static func byteOrder(found: [UInt8]) -> FormatError {
        FormatError("expected the byte order II or MM at offset 0, found \(found)")
    }

    /// The first directory is outside of its TIFF block.
    static func firstDirectory(offset: Int, length: Int) -> FormatError {
        FormatError(
            "expected the first directory (named at offset 4) within the block's \(length) bytes, found offset \(offset)"
        )
    }
}
