/// The words by which names and texts of any vendor tell that they hold a position.
package enum PlaceWords {
    private static let inNames = [
        "gps", "latitude", "longitude", "longtitude", "geotag", "geolocation", "coordinates", "geohash", "geo:lat",
        "geo:lon", "cellid", "pluscode", "mgrs", "iso6709",
    ]
    private static let inTexts = [
        "latitude", "longitude", "longtitude", "gpsposition", "gps position", "geotag", "iso6709", "geo:lat", "geo:lon",
        "goo.gl/maps", "google.com/maps", "google.de/maps", "mcc_data", "cellid", "cell id", "lac=", "geohash",
        "geonames.org", "maps.app.goo.gl", "maps.apple.com", "maps.google.", "openstreetmap.org", "osm.org/",
        "plus.codes/", "what3words", "bing.com/maps",
    ].map { Array($0.utf8) }
    private static let firstLetters = Set(inTexts.compactMap(\.first)).union([0x67])
    private static let uri = Array("geo:".utf8)

    /// Whether a name says that its value is part of a position: `GPSLatitude`, `decimalLongitude`, `exif:GPSInfo`.
    package static func arePosition(_ name: String) -> Bool {
        let name = name.lowercased()
        return inNames.contains { name.contains($0) }
    }

    /// Whether a text speaks of a position, or is one: `latitude=48.1`, `48.1372, 11.5755`.
    package static func areIn(_ text: String) -> Bool { areIn(Array(text.utf8)) || isGridReference(text) }

    /// Whether a text is nothing but a position on a grid: a Plus Code, MGRS, UTM, ISO 6709. In bytes of no known structure, such
    /// short forms occur by chance.
    package static func isGridReference(_ text: String) -> Bool { GridReference.isIn(text) }

    /// Whether bytes speak of a position in ASCII or UTF-16, or hold one as text.
    package static func areIn(_ bytes: some Sequence<UInt8>) -> Bool {
        // Without the zeros, UTF-16 reads as ASCII.
        let text = bytes.lazy.filter { $0 != 0 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return isPlace(Array(text))
    }

    private static func isPlace(_ text: [UInt8]) -> Bool {
        for place in text.indices {
            let rest = text[place...]
            guard firstLetters.contains(text[place]) else { continue }
            if inTexts.contains(where: { rest.starts(with: $0) }) { return true }
            if rest.starts(with: uri), rest.dropFirst(4).first.map({ $0 == 0x2D || isDigit($0) }) ?? false {
                return true
            }
        }
        return CoordinateText.isIn(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
