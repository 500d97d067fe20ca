/// One image file directory (IFD) of a TIFF block.
public struct TIFFDirectory: Sendable, Hashable {
    /// What a directory describes, by the way it is reached.
    public enum Kind: Sendable, Hashable {
        /// In the chain of directories that the header begins: 0 is the picture, 1 the thumbnail.
        case page(Int)
        /// What tag 0x8769 of IFD0 points to.
        case exif
        /// What tag 0x8825 of IFD0 points to.
        case gps
        /// What tag 0xA005 of the Exif IFD points to.
        case interoperability
        /// What tag 0x014A of a page points to: the page and the place in its list.
        case subIFD(page: Int, Int)

        /// IFD0.
        public static let primary = Kind.page(0)
        /// IFD1.
        public static let thumbnail = Kind.page(1)
    }

    /// What the directory describes.
    public let kind: Kind
    /// Where the directory begins in the block: the two bytes of its entry count.
    public let offset: Int
    /// Its entries, in the order in which they stand.
    public let entries: [TIFFEntry]
    /// Where the four bytes of the offset to the next directory lie; nil where the block ends before them.
    public let nextPosition: Int?

    /// The first entry with the given tag.
    public func entry(_ tag: TIFFTag) -> TIFFEntry? { entries.first { $0.tag == tag.rawValue } }
}
