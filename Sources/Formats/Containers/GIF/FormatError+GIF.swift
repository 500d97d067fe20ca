extension FormatError {
    /// The six bytes of a GIF's signature are missing.
    static let notGIF = FormatError("expected GIF87a or GIF89a at byte 0, found something else")

    /// A GIF ends within the logical screen descriptor.
    static func truncatedScreen(found: Int) -> FormatError {
        FormatError("expected a logical screen descriptor of 13 bytes, found a file of \(found)")
    }
}
