/// A position on the earth (WGS 84).
public struct GPSCoordinate: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Degrees north of the equator, -90...90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180...180.
    public var longitude: Double

    /// Creates a position from a latitude and a longitude in degrees.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The position in degrees: `37.33182, -122.03118`.
    public var description: String { "\(latitude), \(longitude)" }

    /// Whether the position is valid. Software writes (0, 0) if it does not know the position.
    public var isPlausible: Bool {
        latitude.magnitude <= 90 && longitude.magnitude <= 180 && !(latitude == 0 && longitude == 0)
    }
}
