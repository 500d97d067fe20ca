internal import CUprightCodecs
package import UprightGeometry
package import UprightContainers
internal import Glibc

/// A small JPEG of a picture, for lists.
package struct Thumbnail: Sendable, Hashable {
    /// The size in pixels, after the turn.
    package let size: Size
    /// A baseline JPEG without metadata.
    package let jpeg: [UInt8]

    /// The reason there is no thumbnail.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// A readable description of the problem.
        package let description: String
    }

    private static let quality: Int32 = 80

    /// Creates the thumbnail of a JPEG, a PNG or the first frame of a GIF. Transparent areas become white.
    ///
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - type: the file's type.
    ///   - edge: the largest side in pixels; a smaller picture keeps its size.
    ///   - mostPixels: the maximum number of pixels of a picture; larger ones are refused before they are decoded.
    ///   - orientation: the orientation of the stored picture.
    package init(
        of bytes: [UInt8], type: ImageType, edge: Int, mostPixels: Int, orientation: Orientation = .up
    ) throws(Failure) {
        let edge = UInt32(clamping: max(edge, 1))
        let most = UInt64(clamping: mostPixels)
        var small = upright_thumbnail()
        let status: Int32
        switch type {
        case .jpeg: status = upright_thumbnail_of_jpeg(bytes, bytes.count, edge, most, &small)
        case .png: status = upright_thumbnail_of_png(bytes, bytes.count, edge, most, &small)
        case .gif:
            let frame = try GIFFirstFrame(of: bytes, mostPixels: mostPixels)
            status = upright_thumbnail_of_rgb(
                frame.rgb, UInt32(clamping: frame.size.width), UInt32(clamping: frame.size.height), edge, &small)
        default: throw Failure(description: "expected a JPEG, PNG or GIF, found \(type.rawValue)")
        }
        defer { upright_thumbnail_free(&small) }
        guard status == 0, let rgb = small.rgb else {
            throw Failure(description: "it cannot be shown: \(Self.text(of: small))")
        }
        let stored = Size(width: Int(small.width), height: Int(small.height))
        size = stored.turned(by: orientation)
        var turned = [UInt8](repeating: 0, count: stored.width * stored.height * 3)
        turned.withUnsafeMutableBytes { target in
            guard let target = target.baseAddress else { return }
            PixelTurn.turn(
                from: rgb, stride: stored.width * 3, size: stored, bytesPerPixel: 3, by: orientation, to: target,
                stride: stored.turned(by: orientation).width * 3)
        }
        jpeg = try Self.encoded(turned, size)
    }

    private static func encoded(_ rgb: [UInt8], _ size: Size) throws(Failure) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var report = jpeg_report()
        let code = upright_thumbnail_encode(
            rgb, UInt32(clamping: size.width), UInt32(clamping: size.height), quality, &output, &count, &report)
        defer { free(output) }
        guard code == JPEG_OK, let output else {
            throw Failure(description: "the thumbnail cannot be encoded: \(JPEGCodecError(code, report))")
        }
        return Array(UnsafeBufferPointer(start: output, count: count))
    }

    private static func text(of small: upright_thumbnail) -> String {
        withUnsafeBytes(of: small.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
