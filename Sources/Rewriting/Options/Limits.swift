/// What is refused as too large before work is spent on it.
///
/// A refusal names the limit, the value found and the configuration key that raises it.
public struct Limits: Sendable, Hashable, Codable {
    /// The most pixels a frame may have (`limits.pixels`). Default: 256 megapixels, more than phones make (200).
    public var pixels = 256_000_000
    /// The most pixels a side may have (`limits.side`). Default: 65,535, the most that JPEG and GIF can have.
    public var side = 65_535
    /// The most bytes a file may have (`limits.file-size`). Default: 512 MiB.
    public var fileSize = 512 << 20
    /// The most scans a JPEG may have (`limits.scans`), counted before decoding. Default: 64.
    public var scans = 64
    /// The most bytes a PNG chunk other than image data may have (`limits.chunk-size`). Default: 8 MiB.
    public var chunkSize = 8 << 20
    /// The most bytes that a file's compressed metadata may inflate to (`limits.inflated-metadata`). Default: 64 MiB.
    public var inflatedMetadata = 64 << 20
    /// The most frames an animation may have (`limits.frames`). Default: 10,000.
    public var frames = 10_000
    /// The most pixels that an animation's frames may have together (`limits.animation-pixels`). Default: 2 gigapixels.
    public var animationPixels = 2_000_000_000
    /// How large an output may be, by its source (`limits.output-ratio`, `limits.output-allowance`).
    public var output = OutputLimit()

    /// The defaults.
    public init() {}
}
