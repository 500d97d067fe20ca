internal import UprightFormats

/// The words by which names and texts of any vendor tell that they hold a position.
package enum PlaceWords {
    private static let inNames = WordSearch([
        "gps", "latitude", "longitude", "longtitude", "geotag", "geolocation", "coordinates", "geohash", "geo:lat",
        "geo:lon", "bssid", "cellid", "pluscode", "mgrs", "iso6709",
    ])
    private static let inTexts = WordSearch([
        "latitude", "longitude", "longtitude", "gpsposition", "gps position", "geotag", "iso6709", "geo:lat", "geo:lon",
        "osm:way=", "osm:node=", "osm:relation=", "geonames:", "foursquare:venue=", "woeid", "mcc_data", "cellid",
        "cell id", "lac=", "geohash",
        // Maps, and what shows places on them.
        "goo.gl/maps", "maps.app.goo.gl", "maps.google.", "comgooglemaps:", "maps.apple.com", "openstreetmap.org",
        "osm.org/", "geonames.org", "plus.codes/", "what3words", "w3w.co/", "bing.com/maps", "maps.yandex.",
        "map.baidu.",
        "amap.com/", "waze.com/", "wego.here.com", "share.here.com", "foursquare.com/v/", "swarmapp.com/",
        "mapillary.com/",
        "mapy.cz/", "mapy.com/", "map.kakao.", "map.naver.", "strava.com/activities", "komoot.", "2gis.",
        "wikimapia.org",
        "geocaching.com/", "omaps.app/", "mapquest.com/",
    ])
    private static let uri = WordSearch(["geo:"])
    /// Sites with maps below addresses of many countries: `google.co.uk/maps`.
    private static let sites = WordSearch(["google.", "yandex."])
    private static let longestCountry = 12

    /// Whether a name says that its value is part of a position: `GPSLatitude`, `decimalLongitude`, `exif:GPSInfo`.
    package static func arePosition(_ name: String) -> Bool {
        let name = name.lowercased()
        if ["lat", "lon", "lng", "latlon", "latlng"].contains(name) { return true }
        return inNames.isIn(name)
    }

    /// Whether a text speaks of a position, or is one: `latitude=48.1`, `48.1372, 11.5755`.
    package static func areIn(_ text: String) -> Bool { areIn(Array(text.utf8)) || WrittenPosition.isIn(text) }

    /// Whether bytes that are a text, in an encoding that nobody names, speak of a position or are one.
    static func areIn(text bytes: some Collection<UInt8>) -> Bool {
        let characters = bytes.filter { $0 != 0 }
        if areIn(characters) || WrittenPosition.isIn(TextEncoding.lenient(characters)) { return true }
        guard bytes.contains(where: { $0 == 0 || $0 > 0x7F }) else { return false }
        return [TextEncoding.utf16(.bigEndian), .utf16(.littleEndian)].contains { encoding in
            encoding.decoded(Array(bytes.dropLast(bytes.count % 2))).map(WrittenPosition.isIn) ?? false
        }
    }

    /// Whether bytes speak of a position in ASCII or UTF-16, or hold one as text.
    package static func areIn(_ bytes: some Sequence<UInt8>) -> Bool {
        // Without the zeros, UTF-16 reads as ASCII.
        let text = bytes.lazy.filter { $0 != 0 }.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return isPlace(Array(text))
    }

    private static func isPlace(_ text: [UInt8]) -> Bool {
        inTexts.isIn(text) || uri.isIn(text) { $0.first.map { $0 == 0x2D || isDigit($0) } ?? false }
            || sites.isIn(text) { $0.prefix(longestCountry + 5).firstRange(of: "/maps".utf8) != nil }
            || CoordinateText.isIn(text)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
