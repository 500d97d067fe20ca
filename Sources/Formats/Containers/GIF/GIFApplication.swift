/// An application extension.
///
/// Source: GIF89a, 26; XMP part 3, 1.1.2 for the way XMP stands in it.
public struct GIFApplication: Sendable, Hashable {
    /// How an XMP packet lies in the extension's bytes.
    public enum XMP: Sendable, Hashable {
        /// As the standard says: as it is, followed by 258 bytes that lead every reader to the end (by other bytes where
        /// a writer got them wrong). The packet is this range; the rest of the extension follows it.
        case plain(Range<Int>)
        /// Cut into data sub-blocks like any other data.
        case subBlocks
    }

    /// The 11 bytes of identifier and authentication code, as text: `NETSCAPE2.0`, `XMP DataXMP`, `ICCRGBG1012`.
    public var identifier: String
    /// Where the data sub-blocks stand, the terminator included.
    public var data: Range<Int>
    /// How the XMP packet lies, where the extension holds one.
    public var xmp: XMP?

    /// The bytes that follow an XMP packet: `01 FF FE … 01 00 00`. Whatever byte of the packet is taken for the length of
    /// a sub-block, the next one begins in here, and from there each leads to the end.
    public static let xmpTrailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
}
