/// What was changed in a file: the picture itself, or something that a carrier of metadata holds.
public struct ChangeSubject: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Where in a file the subject is.
    public enum Carrier: String, Sendable, Hashable, Codable, CaseIterable {
        /// The picture, or one that follows it in the file.
        case picture
        /// An Exif block, with GPS and the thumbnail.
        case exif
        /// An IPTC block.
        case iptc
        /// An XMP packet, the standard one or the extended one.
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
        /// A PNG chunk with a place in the picture.
        case png
        /// The logical screen or the frames of a GIF.
        case gif
    }

    /// Where the subject is.
    public let carrier: Carrier
    /// Its name there: `Orientation`, `photoshop:City`, `pHYs`.
    public let name: String

    /// The subject of a name in a carrier.
    public init(_ carrier: Carrier, _ name: String) {
        self.carrier = carrier
        self.name = name
    }

    /// The picture's pixels.
    public static let pixels = ChangeSubject(.picture, "pixels")

    /// An Exif tag by its name.
    public static func exif(_ name: String) -> ChangeSubject { ChangeSubject(.exif, name) }

    /// An XMP property by its name with the prefix.
    public static func xmp(_ name: String) -> ChangeSubject { ChangeSubject(.xmp, name) }

    /// An IPTC data set by its name.
    public static func iptc(_ name: String) -> ChangeSubject { ChangeSubject(.iptc, name) }

    /// The subject as reports name it: `exif.Orientation`, `pixels`.
    public var description: String { carrier == .picture ? name : "\(carrier.rawValue).\(name)" }
}
