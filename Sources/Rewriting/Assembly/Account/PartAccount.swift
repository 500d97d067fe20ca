/// What became of one part of the source: a JPEG segment, a PNG chunk, a GIF block, the trailer, or a block inside one.
public struct PartAccount: Sendable, Hashable, Codable {
    /// What became of a part.
    public enum Disposition: String, Sendable, Hashable, Codable {
        /// The same bytes are in the output.
        case kept
        /// In the output with some of its bytes changed.
        case patched
        /// In the output, turned or re-encoded.
        case moved
        /// Not in the output; the reason says why.
        case dropped
    }

    /// What the part is.
    public var part: PartName
    /// Where the part begins in the source, in bytes.
    public var offset: Int
    /// How long the part is in the source, in bytes.
    public var length: Int
    /// What became of it.
    public var disposition: Disposition
    /// Why, where it was dropped; else empty.
    public var reason: String

    /// The account of one part.
    public init(part: PartName, offset: Int, length: Int, disposition: Disposition, reason: String = "") {
        self.part = part
        self.offset = offset
        self.length = length
        self.disposition = disposition
        self.reason = reason
    }
}
