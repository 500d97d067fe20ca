internal import GRDB
public import UprightPlaces

extension AlbumLibrary {
    /// The album with an id; nil where there is none.
    public func albumIfPresent(_ id: String) throws(AlbumsError) -> Album? {
        do { return try album(id: id) } catch .unknown { return nil }
    }

    /// The pictures before and after one, by time, in the smallest of its albums of places or else in its day.
    public func neighbours(
        of photo: AlbumPhoto, among albums: [Album]
    ) throws(AlbumsError) -> (before: Int64?, after: Int64?) {
        let order: [AlbumKind] = [.city, .region, .country, .day, .animated]
        guard let album = order.lazy.compactMap({ kind in albums.first { $0.kind == kind } }).first else {
            return (nil, nil)
        }
        let time = photo.time ?? Filing.never
        func next(_ comparison: String, _ direction: String) throws(AlbumsError) -> Int64? {
            try read { db in
                try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT photo FROM member WHERE album = ? AND (time, photo) \(comparison) (?, ?)
                        ORDER BY time \(direction), photo \(direction) LIMIT 1
                        """, arguments: [album.id, time, photo.id])
            }
        }
        return (try next("<", "DESC"), try next(">", "ASC"))
    }
}

extension Album {
    /// The id of the smallest album of a place; nil for one that has none.
    public static func smallest(of place: Place) -> String? { AlbumKey.smallest(of: place) }

    /// The name of the smallest part of a place, with its country.
    public static func smallestName(of place: Place) -> String {
        let part = place.district ?? place.city ?? place.region
        return part.map { place.country.isEmpty ? $0 : "\($0), \(place.country)" } ?? place.country
    }
}
