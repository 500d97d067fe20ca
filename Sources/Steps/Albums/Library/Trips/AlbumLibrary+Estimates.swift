internal import GRDB
internal import UprightPlaces

extension AlbumLibrary {
    /// Returns the picture whose place each picture without a position has: the nearest within the hour, of the same day.
    static func estimates(by neighbours: NeighboursInTime, _ db: Database) throws -> [Int64: Int64] {
        var estimates: [Int64: Int64] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, time FROM photo WHERE latitude IS NULL AND time IS NOT NULL
                    AND (placeSource IS NULL OR placeSource = '\(Place.estimate)')
                """)
        while let row = try rows.next() {
            if let neighbour = neighbours.nearest(to: row[1]) { estimates[row[0]] = neighbour }
        }
        return estimates
    }
}

extension Filing {
    /// Gives a picture without a position the place of another; nil takes away what it was given.
    func estimate(_ id: Int64, from neighbour: Int64?) throws {
        func photo(_ id: Int64) throws -> AlbumPhoto? {
            try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM photo WHERE id = ?"), arguments: [id])
                .map { AlbumPhoto(row: $0) }
        }
        guard var own = try photo(id), own.place == nil || own.isEstimated else { return }
        let other = try neighbour.flatMap { try photo($0) }
        var place = other?.place
        place?.source = Place.estimate
        place?.street = nil
        let names = place == nil ? [] : other?.otherNames ?? []
        guard own.place != place || own.otherNames != names else { return }
        try unfile(id)
        (own.place, own.otherNames) = (place, names)
        _ = try store(own, under: id)
        try file(id, own)
        try noteLinks(of: id)
    }
}

extension Place {
    /// The source of a place that a picture has from another one.
    static let estimate = "estimated"
}
