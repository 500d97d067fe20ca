/// Why bytes cannot be read as a GIF file at all.
public enum GIFFormatError: Error, Sendable, Hashable {
    /// The six bytes of the signature are missing.
    case notGIF
    /// The file ends within the logical screen descriptor.
    case truncatedScreen(found: Int)
}

extension GIFFormatError: CustomStringConvertible {
    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .notGIF: "expected GIF87a or GIF89a at byte 0, found something else"
        case .truncatedScreen(let found): "expected a logical screen descriptor of 13 bytes, found a file of \(found)"
        }
    }
}
