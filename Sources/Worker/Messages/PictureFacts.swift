package import UprightRewriting
package import UprightFormats

/// Where and when a picture was taken, according to its metadata. Places are found from these facts.
package struct PictureFacts: Sendable, Hashable, Codable {
    /// Degrees north, -90...90; nil if the picture carries no valid position.
    package var latitude: Double?
    /// Degrees east, -180...180; nil if the picture carries no valid position.
    package var longitude: Double?
    /// Whether the position is that of the XMP, because the Exif has none.
    package var isPositionOfXMP = false
    /// Metres above sea level, if the Exif has a position; nil if it gives none.
    package var altitude: Double?
    /// The time of the position (UTC, seconds since 1970); nil if the Exif has none.
    package var positionTime: Double?
    /// When the picture was taken, according to its metadata; nil if they do not say.
    package var date: CaptureDate?

    /// The dates in the picture's Exif, XMP and IPTC.
    package var dates: [MetadataDate] = []
    /// The camera's maker, model and serial number; nil if the picture does not say.
    package var make: String?
    package var model: String?
    package var serial: String?

    /// What the parts of a Live Photo have in common: tag 17 of a picture's Apple maker note, or a video's
    /// `com.apple.quicktime.content.identifier`; nil if there is none.
    package var contentIdentifier: String?
    /// The digest of what the file shows (`PictureDigest`), if it was asked for; nil if the picture cannot be read whole.
    package var pictureDigest: String?
    /// The digests of the same file with only its first page, with its first two and so on.
    package var beginnings: [String] = []

    /// Whether the picture is a GIF with more than one frame; set only if the facts were requested by themselves.
    package var isAnimated = false

    /// The type of the file, set only if the facts were requested by themselves.
    package var type: String?
    /// The orientation that its metadata say, 1...8.
    package var orientation: Int?
    /// The picture's size, frames and turn, set only if the facts were requested by themselves.
    package var geometry: PictureGeometry?
    /// The picture's width as stored, in pixels; nil if it cannot be read.
    package var width: Int?
    /// The picture's height as stored, in pixels; nil if it cannot be read.
    package var height: Int?

    /// Why the file cannot be read as a picture; nil if it can.
    package var reason: String?

    /// Whether the position, if there is one, is in degrees.
    private var isOnEarth: Bool { (-90...90).contains(latitude ?? 0) && (-180...180).contains(longitude ?? 0) }

    /// Creates facts; empty by default.
    package init(
        latitude: Double? = nil, longitude: Double? = nil, date: CaptureDate? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.date = date
    }
}

extension PictureFacts {
    /// Reads facts. A worker that was taken over can send any numbers; those that are no degrees are refused, since nothing
    /// must compute with them.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        latitude = try fields.decodeIfPresent(Double.self, forKey: .latitude)
        longitude = try fields.decodeIfPresent(Double.self, forKey: .longitude)
        isPositionOfXMP = try fields.decode(Bool.self, forKey: .isPositionOfXMP)
        altitude = try fields.decodeIfPresent(Double.self, forKey: .altitude)
        positionTime = try fields.decodeIfPresent(Double.self, forKey: .positionTime)
        date = try fields.decodeIfPresent(CaptureDate.self, forKey: .date)
        dates = try fields.decodeIfPresent([MetadataDate].self, forKey: .dates) ?? []
        make = try fields.decodeIfPresent(String.self, forKey: .make)
        model = try fields.decodeIfPresent(String.self, forKey: .model)
        serial = try fields.decodeIfPresent(String.self, forKey: .serial)
        contentIdentifier = try fields.decodeIfPresent(String.self, forKey: .contentIdentifier)
        pictureDigest = try fields.decodeIfPresent(String.self, forKey: .pictureDigest)
        beginnings = try fields.decodeIfPresent([String].self, forKey: .beginnings) ?? []
        isAnimated = try fields.decode(Bool.self, forKey: .isAnimated)
        type = try fields.decodeIfPresent(String.self, forKey: .type)
        orientation = try fields.decodeIfPresent(Int.self, forKey: .orientation)
        geometry = try fields.decodeIfPresent(PictureGeometry.self, forKey: .geometry)
        width = try fields.decodeIfPresent(Int.self, forKey: .width)
        height = try fields.decodeIfPresent(Int.self, forKey: .height)
        reason = try fields.decodeIfPresent(String.self, forKey: .reason)
        guard isOnEarth else {
            throw MessageError.unsupported("expected degrees of latitude and longitude, found other numbers")
        }
    }
}
