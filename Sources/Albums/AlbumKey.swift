internal import Digests
internal import Places

/// What an album is made of: the part of a picture's place or time that its pictures share.
struct AlbumKey: Hashable {
    var kind: AlbumKind
    /// Tells the album from all others of its kind, whatever language it is shown in.
    var value: String
    var title: String
    var parent: String?
    var countryCode = ""

    /// The album's id: a digest of what it is made of, so that it is the same wherever it is made anew.
    var id: String {
        kind.rawValue.prefix(1) + "-" + hexadecimal(SHA256.hash("\(kind.rawValue)/\(value)".utf8).prefix(5))
    }

    /// The albums of a place, the largest first.
    static func keys(of place: Place) -> [AlbumKey] {
        guard !place.country.isEmpty || place.city != nil else { return [] }
        var keys: [AlbumKey] = []
        func add(_ kind: AlbumKind, _ value: String, _ title: String) {
            keys.append(
                AlbumKey(
                    kind: kind, value: value, title: title, parent: keys.last?.id, countryCode: place.countryCode))
        }
        var value = place.countryCode.isEmpty ? place.country : place.countryCode
        if !place.country.isEmpty { add(.country, value, place.country) }
        if let region = place.region {
            value += "/" + (place.regionCode ?? region)
            add(.region, value, region)
        }
        if let city = place.city {
            value += "/" + city
            add(.city, value, city)
            if let district = place.district {
                value += "/" + district
                add(.district, value, district)
            }
        }
        return keys
    }

    /// The album of a day.
    static func day(of time: Double) -> AlbumKey? {
        guard let date = CivilDate(seconds: time) else { return nil }
        return AlbumKey(kind: .day, value: date.description, title: date.description)
    }

    /// The album of what moves.
    static let animated = AlbumKey(kind: .animated, value: "", title: "Animated")
}
