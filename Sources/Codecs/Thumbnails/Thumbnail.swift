internal import CUprightCodecs
package import UprightBase
internal import Glibc

/// A small JPEG of a picture, for lists.
package struct Thumbnail: Sendable, Hashable {
    /// The size in pixels, after the turn.
    package let size: Size
    /// A baseline JPEG without metadata.
    package let jpeg: [UInt8]
    /// The mean colour, red in the highest of three bytes.
    package let colour: Int

    private static let quality: Int32 = 80

    /// Creates the thumbnail of a picture that has been made small. Transparent areas are white.
    ///
    /// - Parameter orientation: the orientation of the stored picture.
    package init(_ picture: borrowing SmallPicture, orientation: Orientation = .up) throws(CodecError) {
        let turned: [UInt8]
        (turned, size) = try picture.turned(by: orientation)
        jpeg = try Self.encoded(turned, size)
        colour = Self.mean(turned)
    }

    private static func mean(_ rgb: [UInt8]) -> Int {
        var sums = [0, 0, 0]
        for pixel in stride(from: 0, to: rgb.count - 2, by: 3) {
            for channel in 0..<3 { sums[channel] += Int(rgb[pixel + channel]) }
        }
        let count = max(1, rgb.count / 3)
        return sums.reduce(0) { $0 << 8 | $1 / count }
    }

    /// Encodes rows of red, green and blue as a baseline JPEG.
    package static func encoded(_ rgb: [UInt8], _ size: Size) throws(CodecError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var report = jpeg_report()
        let code = upright_thumbnail_encode(
            rgb, UInt32(clamping: size.width), UInt32(clamping: size.height), quality, &output, &count, &report)
        defer { free(output) }
        guard code == JPEG_OK, let output else {
            throw CodecError(.undecodable, "the thumbnail cannot be encoded: \(CodecError(code, report))")
        }
        return Array(UnsafeBufferPointer(start: output, count: count))
    }
}
