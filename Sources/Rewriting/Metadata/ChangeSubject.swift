/// What was changed in a file: the picture itself, or an item in a metadata carrier.
public struct ChangeSubject: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The part of a file that contains the subject.
    public enum Carrier: String, Sendable, Hashable, Codable, CaseIterable {
        /// The picture, or one that follows it in the file.
        case picture
        /// An Exif block, with GPS and the thumbnail.
        case exif
        /// An IPTC block.
        case iptc
        /// An XMP packet, standard or extended.
        case xmp
        /// Photoshop's image resources.
        case photoshop
        /// The JFIF segment.
        case jfif
        /// A JFIF extension segment.
        case jfxx
        /// The multi-picture index.
        case mpf
        /// The AFCP trailer.
        case afcp
        /// A PNG chunk that depends on the layout of the picture.
        case png
        /// The logical screen or the frames of a GIF.
        case gif
        /// A part of the file that is none of these: a comment, an application segment, bytes after the picture.
        case part
        /// A property of an item of a HEIF or AVIF file.
        case heif
    }

    /// The part of the file that contains the subject.
    public let carrier: Carrier
    /// The subject's name in the carrier: `Orientation`, `photoshop:City`, `pHYs`.
    public let name: String

    /// Creates the subject with a name in a carrier.
    public init(_ carrier: Carrier, _ name: String) {
        self.carrier = carrier
        self.name = name
    }

    /// The picture's pixels.
    public static let pixels = ChangeSubject(.picture, "pixels")

    /// Returns the subject for an Exif tag name.
    public static func exif(_ name: String) -> ChangeSubject { ChangeSubject(.exif, name) }

    /// Returns the subject for an XMP property name with its prefix.
    public static func xmp(_ name: String) -> ChangeSubject { ChangeSubject(.xmp, name) }

    /// Returns the subject for an IPTC data set name.
    public static func iptc(_ name: String) -> ChangeSubject { ChangeSubject(.iptc, name) }

    package static func part(_ name: String) -> ChangeSubject { ChangeSubject(.part, name) }

    /// The subject's name, as in reports: `exif.Orientation`, `pixels`.
    public var description: String { carrier == .picture ? name : "\(carrier.rawValue).\(name)" }
}
