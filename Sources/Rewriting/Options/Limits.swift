/// The limits above which a picture is rejected before work is spent on it.
///
/// The reason names the limit, the value found and the configuration key that raises the limit.
public struct Limits: Sendable, Hashable, Codable {
    /// The maximum number of pixels in a frame (`limits.pixels`). Default: 256 megapixels, more than phones make (200).
    public var pixels = 256_000_000
    /// The maximum number of pixels per side of what is decoded (`limits.side`). Default: 65,535, the maximum of JPEG and GIF.
    public var side = 65_535
    /// The maximum file size in bytes (`limits.file-size`). Default: 512 MiB.
    public var fileSize = 512 << 20
    /// The maximum number of scans in a JPEG (`limits.scans`), counted before decoding. Default: 64.
    public var scans = 64
    /// The maximum size in bytes of a PNG chunk other than image data (`limits.chunk-size`). Default: 8 MiB.
    public var chunkSize = 8 << 20
    /// The maximum size in bytes of a file's metadata once inflated (`limits.inflated-metadata`). Default: 64 MiB.
    public var inflatedMetadata = 64 << 20
    /// The maximum number of frames in an animation (`limits.frames`). Default: 10,000.
    public var frames = 10_000
    /// The maximum number of pixels in all frames of an animation (`limits.animation-pixels`). Default: 2 gigapixels.
    public var animationPixels = 2_000_000_000
    /// The maximum size of an output relative to its source (`limits.output-ratio`, `limits.output-allowance`).
    public var output = OutputLimit()

    /// Creates the default limits.
    public init() {}
}
