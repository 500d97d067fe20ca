internal import UprightCodecs
internal import UprightFormats
public import UprightBase

/// A picture's pixels as it is shown: upright, red, green and blue of 8 bits, in the file's own colours, transparent areas on
/// white. Of an animation it is the first frame, of a TIFF the first page.
public struct PixelBuffer: Sendable, Hashable {
    /// The size in pixels, of the upright picture.
    public let size: Size
    /// `size.height` rows of `size.width` pixels of three bytes, from top left, without padding.
    public let rgb: [UInt8]

    /// Decodes a picture, as `CGImageSourceCreateImageAtIndex` does, or makes it small, as `CGImageSourceCreateThumbnailAtIndex`
    /// does.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG, GIF, WebP or TIFF file. HEIC, AVIF and JPEG XL are not decoded.
    ///   - edge: the longest side in pixels; a larger picture is scaled down by averaging areas. nil keeps its size.
    ///   - limits: the limits above which a picture is refused before it is decoded.
    public init(decoding bytes: [UInt8], edge: Int? = nil, limits: Limits = Limits()) throws(PixelBufferError) {
        guard let format = PictureFormats.format(of: bytes), format.isDecoded else {
            let type = PictureFormats.identify(bytes).rawValue
            throw PixelBufferError(
                "expected a picture of a type that is decoded (JPEG, PNG, GIF, WebP, TIFF), found \(type)")
        }
        guard edge.map({ $0 > 0 }) ?? true else {
            throw PixelBufferError("expected an edge of 1 pixel or more, found \(edge ?? 0)")
        }
        guard bytes.count <= limits.fileSize else {
            throw PixelBufferError("expected at most \(limits.fileSize) bytes (fileSize), found \(bytes.count)")
        }
        do throws(CodecError) {
            (rgb, size) = try format.smallPicture(of: bytes, edge: edge ?? .max, maximumPixels: limits.pixels)
                .turned(by: format.displayedOrientation(of: bytes))
        } catch { throw PixelBufferError(error.description) }
    }

    /// Takes pixels.
    package init(size: Size, rgb: [UInt8]) {
        self.size = size
        self.rgb = rgb
    }

    /// Encodes the pixels as a baseline JPEG of quality 80, without metadata.
    public func jpeg() throws(PixelBufferError) -> [UInt8] {
        do { return try Thumbnail.encoded(rgb, size) } catch { throw PixelBufferError(error.description) }
    }
}
