public import UprightBase

/// The values of IFD0 as Swift types.
public struct TIFFProperties: Sendable {
    private let metadata: ExifMetadata?

    init(_ metadata: ExifMetadata?) { self.metadata = metadata }

    /// The value of a tag of IFD0, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata?[.primary, number] }

    private subscript(tag: TIFFTag) -> MetadataValue? { self[tag.rawValue] }

    private func text(_ tag: TIFFTag) -> String? {
        self[tag]?.textUnlessBlank
    }

    /// The camera's maker.
    public var make: String? { text(.make) }
    /// The camera's model.
    public var model: String? { text(.model) }
    /// The software that wrote the file.
    public var software: String? { text(.software) }
    /// The photographer.
    public var artist: String? { text(.artist) }
    /// The copyright holder.
    public var copyright: String? { text(.copyright) }
    /// The picture's title.
    public var imageDescription: String? { text(.imageDescription) }
    /// The time when the file was changed.
    public var dateTime: ExifDateTime? {
        text(.dateTime).flatMap {
            ExifDateTime(
                $0, fraction: metadata?[TagID(.exif, .subSecTime)]?.text,
                offset: metadata?[TagID(.exif, .offsetTime)]?.text)
        }
    }
    /// The orientation of the stored picture; nil if the tag is missing or outside of 1...8.
    public var orientation: Orientation? {
        self[.orientation]?.integers?.first.flatMap { Orientation(rawValue: $0) }
    }
    /// Pixels per unit along the rows.
    public var xResolution: Double? { self[.xResolution]?.numbers?.first }
    /// Pixels per unit along the columns.
    public var yResolution: Double? { self[.yResolution]?.numbers?.first }
    /// The unit of the resolution in inches: 1 for an inch, 1/2.54 for a centimetre; nil for no unit.
    public var resolutionUnitInInches: Double? {
        switch self[.resolutionUnit]?.integers?.first {
        case nil, 2: 1
        case 3: 1 / 2.54
        default: nil
        }
    }
}
