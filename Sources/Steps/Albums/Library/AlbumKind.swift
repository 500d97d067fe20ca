/// What an album gathers.
public enum AlbumKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The pictures of a country.
    case country
    /// Those of a state, province or region.
    case region
    /// Those of a city, town or village.
    case city
    /// Those of a section of a city.
    case district
    /// Those of a run of days away from the usual place.
    case trip
    /// Those of a day.
    case day
    /// Animated pictures.
    case animated
}
