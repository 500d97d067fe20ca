/// Keeps geocoders' answers beyond the life of a process.
package protocol PlaceCache: Sendable {
    /// Returns the stored answer; nil if there is none.
    func entry(for key: String) -> PlaceCacheEntry?
    /// Stores an answer.
    func keep(_ entry: PlaceCacheEntry, for key: String)
}

/// A stored answer.
package struct PlaceCacheEntry: Hashable, Sendable, Codable {
    /// The place; nil if the geocoder had none.
    package var place: Place?
    /// The time of the answer, in seconds since 1970.
    package var time: Double
}
