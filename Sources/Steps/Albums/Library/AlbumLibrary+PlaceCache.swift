internal import Foundation
internal import GRDB
package import UprightPlaces
internal import UprightFormats

/// Keeps the answers of geocoders in the albums' database.
///
/// An answer that cannot be read or written only costs another query.
extension AlbumLibrary: PlaceCache {
    /// Returns a geocoder's answer for a cell.
    package func entry(for key: String) -> PlaceCacheEntry? {
        do {
            return try read { db in
                guard let row = try Row.fetchOne(db, sql: "SELECT answer FROM geocoded WHERE key = ?", arguments: [key])
                else { return nil }
                return try JSONDecoder().decode(PlaceCacheEntry.self, from: row["answer"] as Data)
            }
        } catch { return nil }
    }

    /// Stores an answer.
    package func keep(_ entry: PlaceCacheEntry, for key: String) {
        do {
            let answer = try JSONEncoder().encode(entry)
            try write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO geocoded (key, answer) VALUES (?, ?)", arguments: [key, answer])
            }
        } catch { return }
    }

    /// Returns pictures with a position whose place is still from the gazetteer, and which a geocoder was not queried
    /// about.
    ///
    /// - Parameters:
    ///   - after: the id of the last picture on the previous page; 0 for the first page.
    ///   - limit: the maximum number to return.
    package func unasked(of geocoder: String, after: Int64, limit: Int) throws(AlbumsError) -> [AlbumPhoto] {
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
