/// Where and when a picture was taken, as its metadata say; what the places are found from.
public struct PictureFacts: Sendable, Hashable, Codable {
    /// Degrees north, -90...90; nil where the picture carries no valid position.
    public var latitude: Double?
    /// Degrees east, -180...180; nil where the picture carries no valid position.
    public var longitude: Double?
    /// When it was taken, as Exif writes it (`2024:05:06 07:08:09`), local time of the place.
    public var captured: String?
    /// The offset of ``captured`` from UTC, as Exif writes it (`+02:00`); nil where it is not known.
    public var offset: String?
    /// The fraction of the second of ``captured``, its digits alone.
    public var fraction: String?

    /// Whether the picture is a GIF of more than one frame; known only where the facts were asked for by themselves.
    public var isAnimated = false

    /// Facts; none by default.
    public init(
        latitude: Double? = nil, longitude: Double? = nil, captured: String? = nil, offset: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.captured = captured
        self.offset = offset
    }
}
