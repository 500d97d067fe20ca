/// An area with names: the polygons of a district or a city.
package struct Boundary: Sendable, Hashable {
    /// A point, in units of 1e-5 degrees (about a metre).
    package struct Point: Sendable, Hashable {
        /// Degrees north.
        package var latitude: Int32
        /// Degrees east.
        package var longitude: Int32

        package init(latitude: Int32, longitude: Int32) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The names by language, as in ``GeoJSONKeys/names``; the name under the empty language is the area's own.
    package var names: [String: String]
    /// The rings of all polygons, each without its last point, which repeats the first. A position in an odd number of
    /// rings is inside.
    package var rings: [[Point]]

    /// The number of units per degree.
    package static let scale = 100_000.0

    package init(names: [String: String], rings: [[Point]]) {
        self.names = names
        self.rings = rings
    }
}
