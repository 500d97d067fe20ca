/// An image file directory (IFD) of a TIFF block.
public struct TIFFDirectory: Sendable, Hashable {
    /// The kind of directory, by the pointer that leads to it.
    public enum Kind: Sendable, Hashable {
        /// In the chain of directories that starts at the header: 0 is the picture, 1 the thumbnail.
        case page(Int)
        /// The target of tag 0x8769 in IFD0.
        case exif
        /// The target of tag 0x8825 in IFD0.
        case gps
        /// The target of tag 0xA005 in the Exif IFD.
        case interoperability
        /// A target of tag 0x014A in a page: the page, and the index in its list.
        case subIFD(page: Int, Int)

        /// IFD0.
        public static let primary = Kind.page(0)
        /// IFD1.
        public static let thumbnail = Kind.page(1)
    }

    /// The kind of directory.
    public let kind: Kind
    /// The offset of the directory in the block: that of its entry count, which has two bytes.
    public let offset: Int
    /// The entries, in stored order.
    public let entries: [TIFFEntry]
    /// The position of the four bytes of the offset to the next directory; nil if the block ends before them.
    public let nextPosition: Int?

    /// Returns the first entry with the given tag.
    public func entry(_ tag: TIFFTag) -> TIFFEntry? { entries.first { $0.tag == tag.rawValue } }
}

extension TIFFDirectory.Kind {
    /// The numbers of the tags that point to directories in one of this kind. In others, a tag with such a number is an
    /// ordinary one.
    package var pointers: Set<UInt16> {
        switch self {
        case .page: [TIFFTag.exifIFD.rawValue, TIFFTag.gpsIFD.rawValue, TIFFTag.subIFDs.rawValue]
        case .exif: [TIFFTag.interoperabilityIFD.rawValue]
        case .gps, .interoperability, .subIFD: []
        }
    }

    /// Whether tags of the directory can point to the data of a picture: a thumbnail, a preview, strips or tiles.
    package var describesPicture: Bool {
        switch self {
        case .page, .subIFD: true
        case .exif, .gps, .interoperability: false
        }
    }
}
