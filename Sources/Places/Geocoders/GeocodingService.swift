public import UprightGeodata

/// The protocol of a geocoder: the form of its requests and of its answers. Nothing here uses the network.
public protocol GeocodingService: Sendable {
    /// The service's name, which is the source of its places.
    var name: String { get }
    /// The maximum number of positions per request.
    var positionsPerRequest: Int { get }
    /// The key, which must never be shown; nil if there is none.
    var secret: String? { get }
    /// The maximum number of requests per second.
    var requestsPerSecond: Double { get }
    /// The maximum number of concurrent requests.
    var requestsAtATime: Int { get }
    /// Whether a server answers 400 to a language that it does not have.
    var refusesUnknownLanguages: Bool { get }

    /// Returns whether the service covers a country.
    func serves(countryCode: String?) -> Bool
    /// Returns the request for positions.
    func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest
    /// Returns the place in an answer for each position; nil if it has none.
    func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?]
}

extension GeocodingService {
    /// False.
    public var refusesUnknownLanguages: Bool { false }
}

/// A position and its country.
public struct LocatedPosition: Hashable, Sendable {
    /// The position.
    public var position: Position
    /// ISO 3166-1 code; nil at sea.
    public var countryCode: String?

    /// Creates a position in a country.
    public init(position: Position, countryCode: String?) {
        self.position = position
        self.countryCode = countryCode
    }
}
