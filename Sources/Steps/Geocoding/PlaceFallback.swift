/// What is written for a position while the HTTP geocoder gives no answer (`place.fallback`).
package enum PlaceFallback: String, Sendable, Hashable, CaseIterable, Codable {
    /// Nothing yet: the picture is delivered, and its place is owed until the geocoder answers.
    case wait
    /// What the gazetteer says, for good.
    case offline
    /// Nothing, for good.
    case none
}
