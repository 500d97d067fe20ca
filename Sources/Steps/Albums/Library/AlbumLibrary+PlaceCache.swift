internal import Foundation
internal import GRDB
public import UprightPlaces
internal import UprightGeodata

/// Keeps the answers of geocoders in the albums' database.
///
/// What cannot be read or written costs a question to the geocoder, and nothing else.
extension AlbumLibrary: PlaceCache {
    /// What a geocoder answered for a cell.
    public func entry(for key: String) -> PlaceCacheEntry? {
        do {
            return try read { db in
                guard let row = try Row.fetchOne(db, sql: "SELECT answer FROM geocoded WHERE key = ?", arguments: [key])
                else { return nil }
                return try JSONDecoder().decode(PlaceCacheEntry.self, from: row["answer"] as Data)
            }
        } catch { return nil }
    }

    /// Keeps an answer.
    public func keep(_ entry: PlaceCacheEntry, for key: String) {
        do {
            let answer = try JSONEncoder().encode(entry)
            try write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO geocoded (key, answer) VALUES (?, ?)", arguments: [key, answer])
            }
        } catch { return }
    }

    /// Pictures with a position whose place is still the gazetteer's word and that a geocoder has not been asked about.
    ///
    /// - Parameters:
    ///   - after: the number of the last picture of the page before; 0 for the first page.
    ///   - limit: the most to give.
    public func unasked(of geocoder: String, after: Int64, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM photo WHERE latitude IS NOT NULL AND id > ? AND placeSource LIKE 'gazetteer %'
                    AND placeSource NOT LIKE ? ORDER BY id LIMIT ?
                    """, arguments: [after, "%nothing from \(geocoder)", limit]
            ).map(AlbumPhoto.init(row:))
        }
    }
}
