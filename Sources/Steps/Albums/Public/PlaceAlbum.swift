public import Places
internal import UprightAlbums

/// The pictures of a country, a region, a city or a district.
public struct PlaceAlbum<Picture: Sendable>: Sendable, Identifiable {
    /// What an album is of.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case country, region, city, district
    }

    /// Identifies the place, in every language and in every run; the daemon's albums have the same.
    public let id: String
    /// What the album is of.
    public let kind: Kind
    /// The name of the place.
    public let title: String
    /// The id of the album that the place is part of; nil of a country.
    public let parent: String?
    /// ISO 3166-1 alpha-2 code; empty if it is not known.
    public let countryCode: String
    /// The pictures, in the order in which they were given.
    public internal(set) var pictures: [Picture]
}

extension PlaceAlbum: Equatable where Picture: Equatable {}
extension PlaceAlbum: Hashable where Picture: Hashable {}

extension PlaceAlbum {
    /// Gathers pictures by where they were taken: each is in the album of its country, its region, its city and its district, as
    /// far as its place has them.
    ///
    /// Places are one if their country, region, city and district are, whatever their names in another language; two cities of
    /// one name in two regions are two.
    ///
    /// - Parameters:
    ///   - pictures: pictures, each with its place; those without one are in no album.
    ///   - kinds: the albums that are wanted. Default: all.
    /// - Returns: the albums in the order of their first pictures, larger places before their parts.
    public static func albums(
        of pictures: some Sequence<(picture: Picture, place: Placemark?)>, kinds: Set<Kind> = Set(Kind.allCases)
    ) -> [PlaceAlbum] {
        var albums: [PlaceAlbum] = []
        var numbers: [String: Int] = [:]
        for (picture, place) in pictures {
            for key in place.map({ AlbumKey.keys(of: $0.place) }) ?? [] {
                guard let kind = Kind(rawValue: key.kind.rawValue), kinds.contains(kind) else { continue }
                if let number = numbers[key.id] {
                    albums[number].pictures.append(picture)
                    continue
                }
                numbers[key.id] = albums.count
                albums.append(
                    PlaceAlbum(
                        id: key.id, kind: kind, title: key.title, parent: key.parent, countryCode: key.countryCode,
                        pictures: [picture]))
            }
        }
        return albums
    }
}
