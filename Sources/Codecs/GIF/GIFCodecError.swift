/// The reason the image data of a GIF frame cannot be decoded or encoded.
package enum GIFCodecError: Error, Sendable, Hashable {
    /// The LZW minimum code size is not one that readers accept.
    case invalidCodeSize(UInt8)
    /// Not a single pixel can be decoded.
    case undecodable(String)
    /// An allocation failed.
    case outOfMemory(bytes: Int)
}

extension GIFCodecError: CustomStringConvertible {
    /// The expected and the actual data.
    package var description: String {
        switch self {
        case .invalidCodeSize(let found): "expected an LZW minimum code size of 1 to 11, found \(found)"
        case .undecodable(let found): "expected a first pixel, found \(found)"
        case .outOfMemory(let bytes): "the frame needs \(bytes) bytes of memory, which are not available"
        }
    }
}
