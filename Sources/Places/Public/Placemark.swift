public import UprightRewriting
package import UprightPlaces

/// The names of a position.
public struct Placemark: Sendable, Hashable {
    package let place: Place

    package init(_ place: Place) { self.place = place }

    /// The country's ISO 3166-1 alpha-2 code, `XK` for Kosovo; empty if a geocoder gave none.
    public var countryCode: String { place.countryCode }
    /// The country.
    public var country: String { place.country }
    /// The state, province or region.
    public var region: String? { place.region }
    /// The city, town or village.
    public var city: String? { place.city }
    /// The part of the city. Only online geocoders know it.
    public var district: String? { place.district }
    /// The street, with its number if there is one. Only online geocoders know it.
    public var street: String? { place.street }
    /// Whether the position is 5 to 22 km off the coast: then only the country is known.
    public var isOffshore: Bool { place.isOffshore }
    /// Where the names come from: `nominatim`, or `gazetteer` with the version of its data.
    public var source: String { place.source }

    /// The names as ``MetadataEdit/place(_:when:)`` writes them into a picture.
    public var names: PlaceNames {
        PlaceNames(
            city: place.city, state: place.region, country: place.country.isEmpty ? nil : place.country,
            countryCode: place.countryCode.isEmpty ? nil : place.countryCode, street: place.street ?? place.district)
    }
}

extension Placemark: CustomStringConvertible {
    /// The names from the smallest to the largest, as in an address: `Schwabing, Munich, Bavaria, Germany`.
    public var description: String { place.description }
}
