/// The result of reading the areas of a GeoJSON file.
package struct BoundaryReading: Sendable, Hashable, Codable {
    /// The number of areas that were written.
    package var boundaries = 0
    /// The number of features that are not areas: without a polygon, or without a name.
    package var skipped = 0
    /// Why the file could not be read; empty if it could.
    package var reason = ""
}
