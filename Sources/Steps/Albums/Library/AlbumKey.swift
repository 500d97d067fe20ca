internal import UprightBase
package import UprightPlaces

/// The key of an album: the part of the place or time that its pictures share.
package struct AlbumKey: Hashable, Sendable {
    /// What the album groups.
    package var kind: AlbumKind
    /// Distinguishes the album from all others of its kind, in any language.
    var value: String
    /// The name of the album.
    package var title: String
    /// The id of the album that this one is part of.
    package var parent: String?
    /// ISO 3166-1 code of the country; empty if there is none.
    package var countryCode = ""

    /// The album's id: a digest of the key, so that it stays the same when the album is rebuilt.
    package var id: String { Self.id(kind, value) }

    private static func id(_ kind: AlbumKind, _ value: String) -> String {
        kind.rawValue.prefix(1) + "-" + hexadecimal(Array(SHA256.hash("\(kind.rawValue)/\(value)".utf8).prefix(5)))
    }

    static func tripID(_ value: String) -> String { id(.trip, value) }

    /// The albums of a place, the largest first.
    package static func keys(of place: Place) -> [AlbumKey] {
        var parent: String?
        return parts(of: place).map { kind, value, title in
            defer { parent = id(kind, value) }
            return AlbumKey(
                kind: kind, value: value, title: title, parent: parent, countryCode: place.countryCode)
        }
    }

    /// The id of the smallest album of a place.
    static func smallest(of place: Place) -> String? {
        parts(of: place).last.map { id($0.kind, $0.value) }
    }

    private static func parts(of place: Place) -> [(kind: AlbumKind, value: String, title: String)] {
        guard !place.country.isEmpty || place.city != nil else { return [] }
        var parts: [(kind: AlbumKind, value: String, title: String)] = []
        var value = place.countryCode.isEmpty ? place.country : place.countryCode
        if !place.country.isEmpty { parts.append((.country, value, place.country)) }
        // A region without a name in the user's language has no album, but still distinguishes cities.
        if let region = place.regionCode ?? place.region {
            value += "/" + region
            if let name = place.region { parts.append((.region, value, name)) }
        }
        if let city = place.city {
            value += "/" + (place.ownCity ?? city)
            parts.append((.city, value, city))
            if let district = place.district {
                value += "/" + (place.ownDistrict ?? district)
                parts.append((.district, value, district))
            }
        }
        return parts
    }

    static func day(of time: Double) -> AlbumKey? {
        guard let date = CivilDate(seconds: time) else { return nil }
        return AlbumKey(kind: .day, value: date.description, title: date.description)
    }

    /// The album of animated pictures.
    static let animated = AlbumKey(kind: .animated, value: "", title: "Animated")
}
