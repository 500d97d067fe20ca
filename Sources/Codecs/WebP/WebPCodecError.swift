/// The reason the coded data of a WebP picture cannot be decoded or encoded.
package enum WebPCodecError: Error, Sendable, Hashable {
    /// Not a single row can be decoded; libwebp's reason.
    case undecodable(String)
    /// The picture cannot be encoded; libwebp's reason.
    case unencodable(String)
    /// An allocation failed; the pixels of the picture.
    case outOfMemory(pixels: Int)
}

extension WebPCodecError: CustomStringConvertible {
    /// What was expected and what was found.
    package var description: String {
        switch self {
        case .undecodable(let reason): "expected the coded data of a WebP picture: \(reason)"
        case .unencodable(let reason): reason
        case .outOfMemory(let pixels): "\(pixels) pixels need more memory than is available"
        }
    }
}
