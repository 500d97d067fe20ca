/// Why the image data of a GIF frame cannot be decoded or encoded.
package enum GIFCodecError: Error, Sendable, Hashable {
    /// The LZW minimum code size is none that a frame of at most 256 colours can have.
    case invalidCodeSize(UInt8)
    /// Not one pixel can be decoded.
    case undecodable(String)
    /// There is not enough memory.
    case outOfMemory(bytes: Int)
}

extension GIFCodecError: CustomStringConvertible {
    /// What was expected, and what was found.
    package var description: String {
        switch self {
        case .invalidCodeSize(let found) where (9...11).contains(found):
            "expected an LZW minimum code size of 1 to 8, found \(found); giflib refuses it too, Chromium shows nothing of "
                + "such a frame, and ffmpeg and Pillow show it"
        case .invalidCodeSize(let found): "expected an LZW minimum code size of 1 to 8, found \(found)"
        case .undecodable(let found): "expected a first pixel, found \(found)"
        case .outOfMemory(let bytes): "the frame needs \(bytes) bytes of memory, which are not there"
        }
    }
}
