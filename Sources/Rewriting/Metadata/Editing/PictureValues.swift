public import UprightFormats

/// What people set in many pictures at once, as Swift values. Each value is written everywhere readers look: to Exif, to XMP,
/// and to IPTC where a file has it, so that the copies agree.
///
/// ```swift
/// var values = PictureValues()
/// values.copyright = "© 2024 Ada Lovelace"
/// values.keywords = ["harbour", "evening"]
/// values.removed = [.comment]
/// let editor = MetadataEditor(try values.edits())
/// ```
///
/// Source: Metadata Working Group, Guidelines for Handling Image Metadata 2.0, chapter 5.
public struct PictureValues: Sendable, Hashable, Codable {
    /// A property, by name.
    public enum Property: String, Sendable, Hashable, Codable, CaseIterable {
        /// The properties of the same name.
        case title, caption, creators, copyright, keywords, rating, comment, taken, coordinate, altitude, make, model,
            software, lensModel, owner, exposureTime, fNumber, sensitivity, focalLength, exposureBias
    }

    /// The title. For all values, nil keeps what a picture has.
    public var title: String?
    /// The description.
    public var caption: String?
    /// The photographers.
    public var creators: [String]?
    /// The copyright notice.
    public var copyright: String?
    /// The keywords.
    public var keywords: [String]?
    /// The rating: 0 to 5, or -1 for a rejected picture.
    public var rating: Int?
    /// Exif's `UserComment`.
    public var comment: String?
    /// When the picture was taken.
    public var taken: ExifDateTime?
    /// Where the camera was.
    public var coordinate: GPSCoordinate?
    /// Metres above sea level; it counts with ``coordinate`` only.
    public var altitude: Double?
    /// The names of the place.
    public var place: PlaceNames?
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The software that wrote the file.
    public var software: String?
    /// The lens's model.
    public var lensModel: String?
    /// The camera's owner.
    public var owner: String?
    /// The exposure time in seconds.
    public var exposureTime: Rational?
    /// The f-number.
    public var fNumber: Rational?
    /// The sensitivity (ISO).
    public var sensitivity: Int?
    /// The focal length in millimetres.
    public var focalLength: Rational?
    /// The exposure bias in EV.
    public var exposureBias: SignedRational?
    /// The properties to remove.
    public var removed: Set<Property> = []

    /// Creates values that change nothing.
    public init() {}

    /// Creates the values of a picture, to change them or to set them in others.
    public init(_ properties: ImageProperties) {
        func xmp(_ name: String) -> String? { properties.xmp?[name]?.text }
        func list(_ name: String) -> [String]? {
            guard case .array(_, let items)? = properties.xmp?[name]?.content else { return xmp(name).map { [$0] } }
            let texts = items.compactMap(\.text)
            return texts.isEmpty ? nil : texts
        }
        func texts(_ number: UInt8) -> [String]? {
            properties.iptc.map { $0.texts(number) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        title = xmp("dc:title") ?? texts(5)?.first
        caption = xmp("dc:description") ?? properties.tiff.imageDescription ?? texts(120)?.first
        creators = list("dc:creator") ?? properties.tiff.artist.map { [$0] } ?? texts(80)
        copyright = xmp("dc:rights") ?? properties.tiff.copyright ?? texts(116)?.first
        keywords = list("dc:subject") ?? texts(25)
        rating = xmp("xmp:Rating").flatMap { Int($0) }
        comment = properties.exif.userComment
        taken = properties.exif.dateTimeOriginal
        coordinate = properties.gps?.coordinate
        altitude = properties.gps?.altitude
        make = properties.tiff.make
        model = properties.tiff.model
        software = properties.tiff.software
        lensModel = properties.exif.lensModel
        owner = properties.exif.cameraOwnerName
        exposureTime = properties.exif.exposureTime
        fNumber = properties.exif.fNumber
        sensitivity = properties.exif.photographicSensitivity
        focalLength = properties.exif.focalLength
        exposureBias = properties.exif.exposureBias
    }
}
