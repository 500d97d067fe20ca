/// The names of a place, as they are written into pictures.
public struct PlaceNames: Sendable, Hashable, Codable {
    /// The city. Here and below: nil leaves what stands, an empty text removes it.
    public var city: String?
    /// The state, province or region.
    public var state: String?
    /// The country's name.
    public var country: String?
    /// The country's code: two letters of ISO 3166-1, or three.
    public var countryCode: String?
    /// The street or the sublocation.
    public var street: String?

    /// A place of the given names.
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

    /// Whether a text can be the code of a country: two or three letters (ISO 3166-1).
    public static func isCountryCode(_ text: String) -> Bool { XMPValueChecker.isCountryCode(text) }
}
