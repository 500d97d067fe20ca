/// A position on the earth, WGS-84.
package struct Position: Hashable, Sendable, Codable {
    /// Degrees north, -90 to 90.
    package let latitude: Double
    /// Degrees east, -180 to 180.
    package let longitude: Double
    /// Metres above sea level (above the ellipsoid or the geoid, as in the source); nil if unknown.
    package let altitude: Double?

    /// Creates a position. Returns nil if the numbers are not finite, are out of range, or are (0, 0), which devices
    /// write if they do not know their position.
    package init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
        guard latitude.isFinite, longitude.isFinite, latitude.magnitude <= 90, longitude.magnitude <= 180,
            latitude != 0 || longitude != 0
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses `LAT,LON` or `LAT,LON,ALT` in decimal degrees and metres (``PositionText``); nil if the text has another
    /// form, or if the numbers are not a position.
    package init?(_ text: some StringProtocol) {
        guard let text = try? PositionText(text), let latitude = Double(text.latitude),
            let longitude = Double(text.longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude, altitude: text.altitude.flatMap { Double($0) })
    }

    /// What was expected instead of a text that is no position.
    package static func expected(insteadOf text: some StringProtocol) -> String {
        do throws(GeodataError) {
            _ = try PositionText(text)
            return "degrees in -90...90 and -180...180, and not 0,0, which means a missing position"
        } catch { return "\(error)" }
    }
}
