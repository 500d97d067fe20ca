internal import UprightFormats

/// A part of a file as its container names it: a block of metadata, a text, a part of the picture, or anything else.
///
/// ``PictureFormat/blocks(of:)`` reads the container and nothing more: what a strip decides, and what it leaves, is found without
/// the code that writes files.
package struct PictureBlock: Sendable {
    /// What a block holds.
    package enum Kind: Sendable, Hashable {
        /// An Exif block, or the metadata of a page of a TIFF file as one.
        case exif
        /// An XMP packet.
        case xmp
        /// IPTC data sets.
        case iptc
        /// Photoshop's image resources.
        case photoshop
        /// A colour profile.
        case icc
        /// A text with a name, or of the picture as a whole.
        case text(PictureText)
        /// An index of several pictures in the form of an Exif block (CIPA DC-007).
        case index
        /// A part that renders the picture.
        case picture
        /// Boxes of a video.
        case video
        /// An item that is no picture, and that is not read.
        case unread
        /// Anything else.
        case other
    }

    /// What the block holds.
    package let kind: Kind
    /// Its name and place, for messages: `the APP1 Exif at byte 20`.
    package let place: String
    /// The content; empty for coded pixels.
    package let bytes: [UInt8]
    /// What the block has beside the content that its standard defines: `4 bytes behind its tables`; nil if nothing.
    package let surplus: String?

    init(_ kind: Kind, _ location: String, _ bytes: some Sequence<UInt8>, surplus: String? = nil) {
        (self.kind, self.place, self.bytes, self.surplus) = (kind, location, Array(bytes), surplus)
    }

    /// A part of the picture with a content of which its standard gives the length.
    init(picture location: String, _ bytes: some Collection<UInt8>, length: Int?) {
        let surplus = length.map { bytes.count - $0 } ?? 0
        self.init(.picture, location, bytes, surplus: surplus == 0 ? nil : "\(surplus) bytes beyond its content")
    }
}
