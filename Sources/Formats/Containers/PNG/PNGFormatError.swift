/// Why bytes cannot be read as a PNG file at all.
public enum PNGFormatError: Error, Sendable, Hashable {
    /// The eight bytes of the signature are missing.
    case notPNG
    /// The first chunk is not the image header.
    case missingHeader(found: String, at: Int)
    /// A field of the image header has a value that the format does not define.
    case invalidHeader(_ field: String, found: Int, _ expected: String, at: Int)
}

extension PNGFormatError: CustomStringConvertible {
    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .notPNG:
            "expected the PNG signature at byte 0, found something else"
        case .missingHeader(let found, let offset):
            "expected the image header IHDR at byte \(offset), found \(found)"
        case .invalidHeader(let field, let found, let expected, let offset):
            "expected a \(field) of \(expected) in IHDR at byte \(offset), found \(found)"
        }
    }
}
