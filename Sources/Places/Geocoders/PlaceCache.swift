/// Keeps what geocoders answered, beyond the life of a process.
public protocol PlaceCache: Sendable {
    /// What was answered; nil where nothing was, or so long ago that it counts no more.
    func entry(for key: String) -> PlaceCacheEntry?
    /// Keeps an answer.
    func keep(_ entry: PlaceCacheEntry, for key: String)
}

/// An answer that is kept.
public struct PlaceCacheEntry: Hashable, Sendable, Codable {
    /// The place; nil where the geocoder knew nothing.
    public var place: Place?
    /// When it was answered, in seconds since 1970.
    public var time: Double

    /// An answer.
    public init(place: Place?, time: Double) {
        self.place = place
        self.time = time
    }
}
