/// The words by which names and texts of any vendor tell that they hold a position.
package enum PlaceWords {
    private static let inNames = [
        "gps", "latitude", "longitude", "longtitude", "geotag", "geolocation", "coordinates", "geohash",
    ]
    private static let inTexts = ["latitude", "longitude", "gpsposition", "gps position", "geo:", "geotag", "iso6709"]

    /// Whether a name says that its value is part of a position: `GPSLatitude`, `decimalLongitude`, `exif:GPSInfo`.
    package static func arePosition(_ name: String) -> Bool {
        let name = name.lowercased()
        return inNames.contains { name.contains($0) }
    }

    /// Whether a text speaks of a position: `latitude=48.1`.
    package static func areIn(_ text: String) -> Bool {
        let text = text.lowercased()
        return inTexts.contains { text.contains($0) }
    }
}
