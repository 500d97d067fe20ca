/// What an album groups.
package enum AlbumKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The pictures of a country.
    case country
    /// The pictures of a state, province or region.
    case region
    /// The pictures of a city, town or village.
    case city
    /// The pictures of a section of a city.
    case district
    /// The pictures of consecutive days away from home.
    case trip
    /// The pictures of a day.
    case day
    /// Animated pictures.
    case animated
}
