public import UprightGeodata

/// A name of the user's own for the surroundings of a position. It wins over every other source.
public struct PlaceOverride: Hashable, Sendable, Codable {
    /// The middle.
    public var position: Position
    /// How far around it the name holds, in metres.
    public var radius: Double
    /// The name: it takes the place of the city.
    public var name: String
    /// Takes the place of the district, where given; else the place has none.
    public var district: String?
    /// Takes the place of the region, where given.
    public var region: String?
    /// Takes the place of the country's name, where given.
    public var country: String?
    /// Takes the place of the country's code, where given.
    public var countryCode: String?

    /// An override.
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
