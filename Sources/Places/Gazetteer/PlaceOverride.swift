package import UprightFormats

/// A user-defined name for the surroundings of a position. It takes precedence over every other source.
package struct PlaceOverride: Hashable, Sendable, Codable {
    /// The centre.
    package var position: Position
    /// The radius within which the name applies, in metres.
    package var radius: Double
    /// The name, which replaces the city.
    package var name: String
    /// Replaces the district; nil for no district.
    package var district: String?
    /// Replaces the region; nil keeps it.
    package var region: String?
    /// Replaces the country's name; nil keeps it.
    package var country: String?
    /// Replaces the country's code; nil keeps it.
    package var countryCode: String?

    package init(
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
