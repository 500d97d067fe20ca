/// The directories of an Exif block that have their own tags.
public enum TagGroup: String, Sendable, Hashable, CaseIterable, Codable {
    /// IFD0: the picture.
    case primary = "IFD0"
    /// IFD1: the thumbnail.
    case thumbnail = "IFD1"
    /// The Exif IFD.
    case exif = "ExifIFD"
    /// The GPS IFD.
    case gps = "GPS"
    /// The interoperability IFD.
    case interoperability = "InteropIFD"

    /// The directory of a TIFF block that contains the group.
    public var kind: TIFFDirectory.Kind {
        switch self {
        case .primary: .primary
        case .thumbnail: .thumbnail
        case .exif: .exif
        case .gps: .gps
        case .interoperability: .interoperability
        }
    }

    /// The place in the order of the cases.
    var index: Int {
        switch self {
        case .primary: 0
        case .thumbnail: 1
        case .exif: 2
        case .gps: 3
        case .interoperability: 4
        }
    }

    /// The group in a directory; nil for further pages and sub-IFDs.
    public init?(_ kind: TIFFDirectory.Kind) {
        guard let group = TagGroup.allCases.first(where: { $0.kind == kind }) else { return nil }
        self = group
    }
}
