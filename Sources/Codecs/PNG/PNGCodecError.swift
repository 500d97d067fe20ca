/// Why the image data of a PNG file cannot be decoded or encoded.
package enum PNGCodecError: Error, Sendable, Hashable {
    /// Not one row can be decoded.
    case undecodable(String)
    /// There is not enough memory.
    case outOfMemory(bytes: Int)
    /// The picture's samples are more bytes than can be counted.
    case tooLarge
}

extension PNGCodecError: CustomStringConvertible {
    /// What was expected, and what was found.
    package var description: String {
        switch self {
        case .undecodable(let found): "expected image data of at least one row, found \(found)"
        case .outOfMemory(let bytes): "the picture needs \(bytes) bytes of memory, which are not there"
        case .tooLarge: "the picture's samples are more bytes than can be counted"
        }
    }
}
