public import UprightGeodata

/// What the protocol of a geocoder is: how it is asked, and what its answers mean. Nothing here touches a network.
public protocol GeocodingService: Sendable {
    /// The name that places found by it have as their source.
    var name: String { get }
    /// How many positions one request may ask about.
    var positionsPerRequest: Int { get }
    /// What must never be shown.
    var secret: String? { get }
    /// The most requests a second.
    var requestsPerSecond: Double { get }
    /// The most requests at a time.
    var requestsAtATime: Int { get }

    /// Whether it knows anything of a country.
    func serves(countryCode: String?) -> Bool
    /// The request for some positions.
    func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest
    /// What an answer says of each position; nil where it knows nothing there.
    func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?]
}

/// A position with the country that it lies in.
public struct LocatedPosition: Hashable, Sendable {
    /// Where.
    public var position: Position
    /// ISO 3166-1 code; nil at sea.
    public var countryCode: String?

    /// A position in a country.
    public init(position: Position, countryCode: String?) {
        self.position = position
        self.countryCode = countryCode
    }
}
