internal import GRDB
public import Places

extension AlbumLibrary {
    /// Pictures near each other on a map.
    public struct Cluster: Sendable, Hashable {
        /// The middle of the pictures.
        public var latitude: Double
        /// The middle of the pictures.
        public var longitude: Double
        /// How many.
        public var count: Int
        /// The first of them.
        public var photo: Int64
        /// What the position of that one is called.
        public var place: Place?
    }

    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    /// The pictures with a position in a box, gathered in cells.
    ///
    /// - Parameters:
    ///   - cell: the width of a cell in degrees.
    ///   - limit: the most cells to give, the fullest first.
    public func clusters(
        south: Double = -90, west: Double = -180, north: Double = 90, east: Double = 180, cell: Double,
        limit: Int = 2000
    ) throws(AlbumsError) -> [Cluster] {
        let width = max(1e-4, cell)
        return try read { db in
            var clusters: [Cluster] = []
            var known: [Cell: Int] = [:]
            // A picture's row is read by number and no further than needed: there may be very many.
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, latitude, longitude FROM photo
                    WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?
                    """, arguments: [south, north, west, east])
            while let row = try rows.next() {
                let (id, latitude, longitude) = (row[0] as Int64, row[1] as Double, row[2] as Double)
                let cell = Cell(row: Int32((latitude + 90) / width), column: Int32((longitude + 180) / width))
                if let index = known[cell] {
                    clusters[index].latitude += latitude
                    clusters[index].longitude += longitude
                    clusters[index].count += 1
                    clusters[index].photo = min(clusters[index].photo, id)
                } else {
                    known[cell] = clusters.count
                    clusters.append(Cluster(latitude: latitude, longitude: longitude, count: 1, photo: id))
                }
            }
            clusters.sort { ($1.count, $0.photo) < ($0.count, $1.photo) }
            clusters.removeLast(max(0, clusters.count - limit))
            let named = try db.makeStatement(
                sql: """
                    SELECT countryCode, country, region, regionCode, county, city, district, street, offshore, placeSource
                    FROM photo WHERE id = ?
                    """)
            for index in clusters.indices {
                clusters[index].latitude /= Double(clusters[index].count)
                clusters[index].longitude /= Double(clusters[index].count)
                guard let row = try Row.fetchOne(named, arguments: [clusters[index].photo]),
                    let source = row[9] as String?
                else { continue }
                clusters[index].place = Place(
                    countryCode: row[0] ?? "", country: row[1] ?? "", region: row[2], regionCode: row[3],
                    county: row[4],
                    city: row[5], district: row[6], street: row[7], isOffshore: row[8], source: source)
            }
            return clusters
        }
    }
}
