/// A position on the earth, WGS-84.
public struct Position: Hashable, Sendable, Codable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double
    /// Metres above sea level (above the ellipsoid or the geoid, as in the source); nil if unknown.
    public let altitude: Double?

    /// Creates a position. Returns nil if the numbers are not finite, are out of range, or are (0, 0), which devices
    /// write if they do not know their position.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard latitude.isFinite, longitude.isFinite, latitude.magnitude <= 90, longitude.magnitude <= 180,
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses `LAT,LON` or `LAT,LON,ALT` in decimal degrees and metres; nil if the text has another form.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop(while: { $0 == " " }).prefix(while: { $0 != " " }))
        }
        guard parts.count == 2 || parts.count == 3, let latitude = parts[0], let longitude = parts[1] else {
            return nil
        }
        guard parts.count == 2 || parts[2] != nil else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: parts.count == 3 ? parts[2] : nil)
    }
}
