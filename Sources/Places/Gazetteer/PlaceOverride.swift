public import UprightGeodata

/// A user-defined name for the surroundings of a position. It takes precedence over every other source.
public struct PlaceOverride: Hashable, Sendable, Codable {
    /// The centre.
    public var position: Position
    /// The radius within which the name applies, in metres.
    public var radius: Double
    /// The name, which replaces the city.
    public var name: String
    /// Replaces the district; nil for no district.
    public var district: String?
    /// Replaces the region; nil keeps it.
    public var region: String?
    /// Replaces the country's name; nil keeps it.
    public var country: String?
    /// Replaces the country's code; nil keeps it.
    public var countryCode: String?

    /// Creates an override.
    public init(
        position: Position, radius: Double, name: String, district: String? = nil, region: String? = nil,
        country: String? = nil, countryCode: String? = nil
    ) {
        self.position = position
        self.radius = radius
        self.name = name
        self.district = district
        self.region = region
        self.country = country
        self.countryCode = countryCode
    }
}
