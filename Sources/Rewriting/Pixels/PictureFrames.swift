internal import UprightCodecs
internal import UprightFormats
public import UprightBase

/// The frames of an animation (GIF, PNG, WebP) as they are shown one after another: each on what those before it have left, upright, on
/// white. Any other picture, and the first page of a TIFF, is one frame.
///
/// Each access goes on from the one before, so in ascending order every frame is decoded once.
public struct PictureFrames: Sendable {
    /// The size in pixels, of the upright picture.
    public let size: Size
    /// How long each frame is shown, in seconds, as the file says. Players take less than 0.02 for 0.1.
    public let durations: [Double]
    /// The number of frames, 1 or more.
    public var count: Int { durations.count }

    private let orientation: Orientation
    private let frames: [CodedFrame]
    /// The only frame of a picture without an animation.
    private let only: PixelBuffer?
    private var canvas: FrameCanvas

    /// Reads the frames of a file, without decoding them.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG, GIF, WebP or TIFF file.
    ///   - limits: the limits above which a picture is refused before it is decoded.
    /// - Throws: why the file has no frames, as for a type that is not decoded.
    public init(of bytes: [UInt8], limits: Limits = Limits()) throws(PixelBufferError) {
        let format = PictureFormats.format(of: bytes)
        guard bytes.count <= limits.fileSize, let format, let animation = try Self.animation(in: bytes, format) else {
            let picture = try PixelBuffer(decoding: bytes, limits: limits)
            (only, frames, durations, size, orientation) = (picture, [], [0], picture.size, .up)
            canvas = FrameCanvas(size: Size(width: 0, height: 0))
            return
        }
        (only, frames, durations) = (nil, animation.frames, animation.frames.map(\.duration))
        orientation = format.displayedOrientation(of: bytes)
        size = animation.size.turned(by: orientation)
        canvas = FrameCanvas(size: animation.size)
        for (name, found, limit) in [
            ("frames (frames)", frames.count, limits.frames),
            ("pixels (pixels)", Self.pixels(animation.size), limits.pixels),
            (
                "pixels in all frames (animationPixels)",
                frames.reduce(0) { $0.addingSaturated(Self.pixels($1.rect.size)) }, limits.animationPixels
            ),
        ] where found > limit {
            throw PixelBufferError("expected at most \(limit) \(name), found \(found)")
        }
    }

    /// Returns a frame as it is shown, as `CGImageSourceCreateImageAtIndex` does.
    ///
    /// - Parameter index: the number of the frame, from 0.
    public mutating func pixels(at index: Int) throws(PixelBufferError) -> PixelBuffer {
        guard durations.indices.contains(index) else {
            throw PixelBufferError("expected a frame from 0 to \(count - 1), found \(index)")
        }
        if let only { return only }
        if index < canvas.count - 1 { canvas = FrameCanvas(size: canvas.size) }
        do throws(CodecError) {
            while canvas.count <= index { try canvas.draw(frames[canvas.count]) }
            return try PixelBuffer(size: size, rgb: canvas.turned(by: orientation))
        } catch {
            // The next access draws it again, and fails again, instead of showing what was there before.
            defer { canvas = FrameCanvas(size: canvas.size) }
            throw PixelBufferError("frame \(canvas.count): \(error)")
        }
    }

    private static func animation(
        in bytes: [UInt8], _ format: any PictureFormat
    ) throws(PixelBufferError) -> CodedAnimation? {
        do throws(FormatError) { return try format.animation(in: bytes) } catch {
            throw PixelBufferError(error.description)
        }
    }

    /// Sides have at most 31 bits.
    private static func pixels(_ size: Size) -> Int { size.width * size.height }
}
