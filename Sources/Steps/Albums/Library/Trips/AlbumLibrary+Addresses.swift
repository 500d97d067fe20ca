internal import GRDB

extension AlbumLibrary {
    /// The trip that an address leads to whose own trip is gone.
    static let isFormer = " WHERE album.id = (SELECT album FROM former WHERE id = ?)"

    static func tripsOfPictures(_ db: Database) throws -> [Int64: String] {
        var known: [Int64: String] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT id, trip FROM photo WHERE trip IS NOT NULL")
        while let row = try rows.next() { known[row[0]] = row[1] as String }
        return known
    }

    /// Has the addresses of trips that are gone lead to the trips that have most of their pictures.
    ///
    /// - Parameters:
    ///   - former: the trip that each picture was in.
    ///   - wanted: the trip that each picture is in.
    ///   - names: the ids of the trips of today.
    static func redirect(
        _ former: [Int64: String], to wanted: [Int64: String], among names: Set<String>, _ db: Database
    ) throws {
        var overlaps: [String: [String: Int]] = [:]
        for (picture, old) in former where !names.contains(old) {
            if let new = wanted[picture] { overlaps[old, default: [:]][new, default: 0] += 1 }
        }
        for (old, counts) in overlaps {
            guard let new = counts.min(by: { ($1.value, $0.key) < ($0.value, $1.key) })?.key else { continue }
            try db.execute(sql: "UPDATE former SET album = ? WHERE album = ?", arguments: [new, old])
            try db.execute(sql: "INSERT OR REPLACE INTO former (id, album) VALUES (?, ?)", arguments: [old, new])
        }
        // An address that is a trip's again leads nowhere else.
        let addresses = try String.fetchAll(db, sql: "SELECT id FROM former")
        for address in addresses where names.contains(address) {
            try db.execute(sql: "DELETE FROM former WHERE id = ?", arguments: [address])
        }
    }
}
