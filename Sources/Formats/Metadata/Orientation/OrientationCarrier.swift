/// The places in a file that can hold an orientation, in order of precedence.
public enum OrientationCarrier: Int, Sendable, Hashable, CaseIterable {
    /// The first Exif block: of a JPEG's segments before the first scan, or of a PNG's `eXIf` chunks.
    case exif
    /// The first Exif block in hexadecimal text of a PNG (`Raw profile type exif` or `APP1`).
    case rawProfile
    /// The XMP packet.
    case xmp
    /// The extended XMP packet of a JPEG.
    case extendedXMP
    /// An Exif block after the first of its kind. It never counts.
    case furtherExif
    /// A segment after a JPEG's first scan header. It never counts.
    case behindScan

    /// Whether the carrier can decide the orientation of the picture. All carriers are set to 1.
    public var counts: Bool { self != .furtherExif && self != .behindScan }

    /// Why the carrier does not count; nil if it does.
    var reasonNotToCount: String? {
        switch self {
        case .furtherExif: "only the first Exif block counts"
        case .behindScan: "a segment after the first scan does not count"
        default: nil
        }
    }
}
