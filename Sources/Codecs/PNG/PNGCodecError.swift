/// The reason the image data of a PNG file cannot be decoded or encoded.
package enum PNGCodecError: Error, Sendable, Hashable {
    /// Not a single row can be decoded.
    case undecodable(String)
    /// An allocation failed.
    case outOfMemory(bytes: Int)
    /// The byte count of the picture's samples overflows.
    case tooLarge
}

extension PNGCodecError: CustomStringConvertible {
    /// The expected and the actual data.
    package var description: String {
        switch self {
        case .undecodable(let found): "expected image data of at least one row, found \(found)"
        case .outOfMemory(let bytes): "the picture needs \(bytes) bytes of memory, which are not available"
        case .tooLarge: "the picture is too large: its number of bytes overflows"
        }
    }
}
