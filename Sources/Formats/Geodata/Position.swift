/// A position on the earth, WGS-84.
public struct Position: Hashable, Sendable, Codable {
    /// Degrees north, -90 to 90.
    public let latitude: Double
    /// Degrees east, -180 to 180.
    public let longitude: Double
    /// Metres above the sea (the ellipsoid or the geoid: as the source has it), where it is known.
    public let altitude: Double?

    /// A position, or nil where the numbers are none: not finite, out of range, or (0, 0), which devices
    /// write when they do not know where they are.
    public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180,
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads `LAT,LON` or `LAT,LON,ALT` in decimal degrees and metres. Nil where it is not that.
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
