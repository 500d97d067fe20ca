/// Where an orientation can stand in a file, in the order in which the carriers are asked.
public enum OrientationCarrier: Int, Sendable, Hashable, CaseIterable {
    /// The first Exif block: of a JPEG's segments before the first scan, or of a PNG's `eXIf` chunks.
    case exif
    /// The first Exif block that a PNG holds as hexadecimal text (`Raw profile type exif` or `APP1`).
    case rawProfile
    /// The XMP packet.
    case xmp
    /// The extended XMP packet of a JPEG.
    case extendedXMP
    /// An Exif block after the first of its kind. It never counts.
    case furtherExif
    /// A segment behind a JPEG's first scan header. It never counts.
    case behindScan

    /// Whether the carrier can decide how the picture lies. All carriers are set to 1.
    public var counts: Bool { self != .furtherExif && self != .behindScan }

    /// Why the carrier does not count; nil where it does.
    var reasonNotToCount: String? {
        switch self {
        case .furtherExif: "only the first Exif block counts"
        case .behindScan: "what stands behind the first scan does not count"
        default: nil
        }
    }
}
