/// What happened to one part of the source: a JPEG segment, a PNG chunk, a GIF block, the trailer, or a block inside
/// one.
public struct PartAccount: Sendable, Hashable, Codable {
    /// What happened to a part.
    public enum Disposition: String, Sendable, Hashable, Codable {
        /// The same bytes are in the output.
        case kept
        /// In the output with some of its bytes changed.
        case patched
        /// In the output, turned or re-encoded.
        case moved
        /// Not in the output; the reason explains why.
        case dropped
    }

    /// What the part is.
    public var part: PartName
    /// The part's offset in the source, in bytes.
    public var offset: Int
    /// The part's length in the source, in bytes.
    public var length: Int
    /// What happened to the part.
    public var disposition: Disposition
    /// Why the part was dropped; otherwise empty.
    public var reason: String

    /// Creates the account of one part.
    public init(part: PartName, offset: Int, length: Int, disposition: Disposition, reason: String = "") {
        self.part = part
        self.offset = offset
        self.length = length
        self.disposition = disposition
        self.reason = reason
    }

    init(_ part: PartName, _ range: Range<Int>, _ disposition: Disposition, reason: String = "") {
        self.init(
            part: part, offset: range.lowerBound, length: range.count, disposition: disposition, reason: reason)
    }

    /// The account of the bytes after the last part; empty if there are none.
    static func trailer(_ range: Range<Int>, isDropped: Bool = false) -> [PartAccount] {
        range.isEmpty ? [] : [PartAccount(.trailer, range, isDropped ? .dropped : .kept)]
    }

    /// Why a part is dropped of which edits leave nothing.
    static let emptied = "the edits removed all of its content"
}
