internal import UprightBase
internal import GRDB
package import UprightPlaces
internal import UprightFormats

extension AlbumLibrary {
    /// Pictures near each other on a map.
    package struct Cluster: Sendable, Hashable {
        /// The mean latitude of the pictures, in degrees.
        package var latitude: Double
        /// The mean longitude of the pictures, in degrees.
        package var longitude: Double
        /// The number of pictures.
        package var count: Int
        /// The lowest id among the pictures.
        package var photo: Int64
        /// The ids of the other pictures, in ascending order.
        package var further: [Int64] = []
        /// The place of that picture.
        package var place: Place?
    }

    private struct Cell: Hashable {
        var row: Int32
        var column: Int32
    }

    /// The sums of a cell. Small, because there can be as many as pictures, and they are sorted.
    private struct Sums {
        var latitude: Double
        var longitude: Double
        var count: Int
        var photo: Int64
        var further: [Int64] = []
    }

    /// Returns the pictures with a position in a box, grouped by cells.
    ///
    /// - Parameters:
    ///   - cell: the width of a cell in degrees.
    ///   - limit: the maximum number of cells to return, the fullest first.
    package func clusters(
        south: Double = -90, west: Double = -180, north: Double = 90, east: Double = 180, cell: Double,
        limit: Int = 2000
    ) throws(AlbumsError) -> [Cluster] {
        let width = max(1e-4, cell)
        return try read { db in
            var cells: [Sums] = []
            var known: [Cell: Int] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, latitude, longitude FROM photo
                    WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ? ORDER BY +id
                    """, arguments: [south, north, west, east])
            while let row = try rows.next() {
                let (id, latitude, longitude) = (row[0] as Int64, row[1] as Double, row[2] as Double)
                let cell = Cell(
                    row: Int32(saturating: (latitude + 90) / width),
                    column: Int32(saturating: (longitude + 180) / width))
                if let index = known[cell] {
                    cells[index].latitude += latitude
                    cells[index].longitude += longitude
                    cells[index].count += 1
                    cells[index].further.append(id)
                } else {
                    known[cell] = cells.count
                    cells.append(Sums(latitude: latitude, longitude: longitude, count: 1, photo: id))
                }
            }
            cells.sort { ($1.count, $0.photo) < ($0.count, $1.photo) }
            let named = try db.makeStatement(
                sql: """
                    SELECT countryCode, country, region, regionCode, county, city, district, street, offshore, placeSource,
                        ownCity, ownDistrict
                    FROM photo WHERE id = ?
                    """)
            return try cells.prefix(max(0, limit)).map { cell in
                var cluster = Cluster(
                    latitude: cell.latitude / Double(cell.count), longitude: cell.longitude / Double(cell.count),
                    count: cell.count, photo: cell.photo, further: cell.further)
                if let row = try Row.fetchOne(named, arguments: [cell.photo]), let source = row[9] as String? {
                    cluster.place = Place(
                        countryCode: row[0] ?? "", country: row[1] ?? "", region: row[2], regionCode: row[3],
                        county: row[4], city: row[5], district: row[6], street: row[7], isOffshore: row[8],
                        source: source)
                    cluster.place?.ownCity = row[10]
                    cluster.place?.ownDistrict = row[11]
                }
                return cluster
            }
        }
    }
}
