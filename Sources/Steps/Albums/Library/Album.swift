/// An album: pictures that are grouped by where or when they were taken, or because they are animated.
package struct Album: Sendable, Hashable {
    /// The album's id. Renaming, new pictures and new place data do not change it.
    package var id: String
    /// What the album groups.
    package var kind: AlbumKind
    /// The album that this one is part of: a city's region, or its country if there is no region.
    package var parent: String?
    /// The name: the user's, otherwise the data's.
    package var title: String
    /// The name from the data.
    package var originalTitle: String
    /// ISO 3166-1 code of the country; empty if there is none.
    package var countryCode: String
    /// The number of pictures.
    package var count: Int
    /// The id of the cover picture.
    package var cover: Int64?
    /// The time of the earliest picture by the camera's clock, in seconds since 1970 as if it were UTC.
    package var first: Double?
    /// The time of the latest picture, in the same form.
    package var last: Double?
    /// Whether the user has renamed the album.
    package var isRenamed: Bool { title != originalTitle }
}

extension Album {
    /// Whether it is a trip of one day: no holiday.
    package var isDayTrip: Bool {
        guard kind == .trip, let first, let last else { return false }
        return CivilDate(seconds: first) == CivilDate(seconds: last)
    }
}
