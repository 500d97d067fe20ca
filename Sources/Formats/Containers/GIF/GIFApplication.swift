/// An application extension.
///
/// Source: GIF89a, 26; for XMP, XMP part 3, 1.1.2.
public struct GIFApplication: Sendable, Hashable {
    /// How an XMP packet is stored in the extension.
    public enum XMP: Sendable, Hashable {
        /// As the standard says: plain bytes, followed by 258 bytes that lead every reader to the end (or by other
        /// bytes if the writer got them wrong). The packet is this range; the rest of the extension follows it.
        case plain(Range<Int>)
        /// In data sub-blocks, like any other data.
        case subBlocks
    }

    /// The 11 bytes of the identifier and authentication code, as text: `NETSCAPE2.0`, `XMP DataXMP`, `ICCRGBG1012`.
    public var identifier: String
    /// The range of the data sub-blocks, including the terminator.
    public var data: Range<Int>
    /// How the XMP packet is stored; nil if the extension holds none.
    public var xmp: XMP?

    /// The bytes that follow an XMP packet: `01 FF FE … 01 00 00`. A reader that takes any byte of the packet as the
    /// length of a sub-block finds the next sub-block in these bytes, and each of them leads to the end.
    public static let xmpTrailer: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
}
