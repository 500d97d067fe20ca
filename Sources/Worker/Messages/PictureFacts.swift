/// Where and when a picture was taken, according to its metadata. Places are found from these facts.
public struct PictureFacts: Sendable, Hashable, Codable {
    /// Degrees north, -90...90; nil if the picture carries no valid position.
    public var latitude: Double?
    /// Degrees east, -180...180; nil if the picture carries no valid position.
    public var longitude: Double?
    /// When the picture was taken, in Exif's format (`2024:05:06 07:08:09`), in local time.
    public var captured: String?
    /// The offset of ``captured`` from UTC, in Exif's format (`+02:00`); nil if it is unknown.
    public var offset: String?
    /// The digits of the fraction of a second of ``captured``.
    public var fraction: String?

    /// Whether the picture is a GIF with more than one frame; set only if the facts were requested by themselves.
    public var isAnimated = false

    /// The picture's width as stored, in pixels; nil if it cannot be read.
    public var width: Int?
    /// The picture's height as stored, in pixels; nil if it cannot be read.
    public var height: Int?
    /// Whether the position, if there is one, is in degrees.
    private var isOnEarth: Bool { (-90...90).contains(latitude ?? 0) && (-180...180).contains(longitude ?? 0) }

    /// Creates facts; empty by default.
    public init(
        latitude: Double? = nil, longitude: Double? = nil, captured: String? = nil, offset: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.captured = captured
        self.offset = offset
    }
}

extension PictureFacts {
    /// Reads facts. A worker that was taken over can send any numbers; those that are no degrees are refused, since nothing
    /// must compute with them.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        latitude = try fields.decodeIfPresent(Double.self, forKey: .latitude)
        longitude = try fields.decodeIfPresent(Double.self, forKey: .longitude)
        captured = try fields.decodeIfPresent(String.self, forKey: .captured)
        offset = try fields.decodeIfPresent(String.self, forKey: .offset)
        fraction = try fields.decodeIfPresent(String.self, forKey: .fraction)
        isAnimated = try fields.decode(Bool.self, forKey: .isAnimated)
        width = try fields.decodeIfPresent(Int.self, forKey: .width)
        height = try fields.decodeIfPresent(Int.self, forKey: .height)
        guard isOnEarth else {
            throw MessageError.unsupported("expected degrees of latitude and longitude, found other numbers")
        }
    }
}
