/// The names of a place, as written to pictures.
public struct PlaceNames: Sendable, Hashable, Codable {
    /// The city. For all names, nil keeps the present value and an empty text removes it.
    public var city: String?
    /// The state, province or region.
    public var state: String?
    /// The country's name.
    public var country: String?
    /// The country code: two letters (ISO 3166-1) or three.
    public var countryCode: String?
    /// The street or sublocation.
    public var street: String?

    /// Creates the names of a place.
    public init(
        city: String? = nil, state: String? = nil, country: String? = nil, countryCode: String? = nil,
        street: String? = nil
    ) {
        self.city = city
        self.state = state
        self.country = country
        self.countryCode = countryCode
        self.street = street
    }

    /// Whether a text can be a country code: two or three letters (ISO 3166-1).
    public static func isCountryCode(_ text: String) -> Bool { XMPValueChecker.isCountryCode(text) }
}
