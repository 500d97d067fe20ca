extension FormatError {
    /// The eight bytes of a PNG's signature are missing.
    package static let notPNG = FormatError("expected the PNG signature at byte 0, found something else")

    /// The first chunk of a PNG is not the image header.
    static func missingHeader(found: String, at offset: Int) -> FormatError {
        FormatError("expected the image header IHDR at byte \(offset), found \(found)")
    }

    /// A field of a PNG's image header has a value that the format does not define.
    package static func invalidHeader(
        _ field: String, found: Int, _ expected: String, at offset: Int
    ) -> FormatError {
        FormatError("expected a \(field) of \(expected) in IHDR at byte \(offset), found \(found)")
    }
}
