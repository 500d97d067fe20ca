/// The reason the image data of a GIF frame cannot be decoded or encoded.
package enum GIFCodecError: Error, Sendable, Hashable {
    /// The LZW minimum code size is not valid for a frame of at most 256 colours.
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
        case .invalidCodeSize(let found) where (9...11).contains(found):
            "expected an LZW minimum code size of 1 to 8, found \(found); giflib refuses it too, Chromium does not "
                + "show such a frame, but ffmpeg and Pillow do"
        case .invalidCodeSize(let found): "expected an LZW minimum code size of 1 to 8, found \(found)"
        case .undecodable(let found): "expected a first pixel, found \(found)"
        case .outOfMemory(let bytes): "the frame needs \(bytes) bytes of memory, which are not available"
        }
    }
}
