public import UprightGeometry

/// What IFD0 says, in Swift's types.
public struct TIFFProperties: Sendable {
    private let metadata: ExifMetadata?

    init(_ metadata: ExifMetadata?) { self.metadata = metadata }

    /// The value of a tag of IFD0, by its number.
    public subscript(number: UInt16) -> MetadataValue? { metadata?[.primary, number] }

    private func text(_ number: UInt16) -> String? {
        self[number]?.text.flatMap { $0.allSatisfy { $0 == " " } ? nil : $0 }
    }

    /// The camera's maker.
    public var make: String? { text(0x010F) }
    /// The camera's model.
    public var model: String? { text(0x0110) }
    /// The software that made the file.
    public var software: String? { text(0x0131) }
    /// Who took the picture.
    public var artist: String? { text(0x013B) }
    /// Who holds the rights.
    public var copyright: String? { text(0x8298) }
    /// The picture's title.
    public var imageDescription: String? { text(0x010E) }
    /// When the file was changed.
    public var dateTime: ExifDateTime? {
        text(0x0132).flatMap {
            ExifDateTime(
                $0, fraction: metadata?[.exif, 0x9290]?.text, offset: metadata?[.exif, 0x9010]?.text)
        }
    }
    /// How the stored picture lies; nil where the tag is missing or outside of 1...8.
    public var orientation: Orientation? {
        self[0x0112]?.integers?.first.flatMap { Orientation(rawValue: $0) }
    }
    /// Pixels per unit along the rows.
    public var xResolution: Double? { self[0x011A]?.numbers?.first }
    /// Pixels per unit along the columns.
    public var yResolution: Double? { self[0x011B]?.numbers?.first }
    /// The unit of the resolution in inches: 1 for an inch, 1/2.54 for a centimetre; nil where there is none.
    public var resolutionUnitInInches: Double? {
        switch self[0x0128]?.integers?.first {
        case nil, 2: 1
        case 3: 1 / 2.54
        default: nil
        }
    }
}
