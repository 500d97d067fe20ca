package import UprightConfiguration

/// A geocoder: its settings, the form of its requests and of its answers. Nothing here uses the network.
///
/// To add a geocoder, add a folder with a type that conforms to this protocol, and an entry in ``GeocoderRegistry/standard``;
/// nothing else refers to it.
package protocol GeocodingService: Sendable, Hashable, Codable {
    /// The service's name: the value of `place.geocoder.service`, and the source of its places.
    static var name: String { get }
    /// The settings that apply if the section does not say otherwise. Default: ``GeocodingServer/init(url:rate:concurrency:)``
    /// without arguments, so that an address is required.
    static var standard: GeocodingServer { get }
    /// Whether requests contain a key. Default: false.
    static var needsKey: Bool { get }
    /// The keys of the section `place.geocoder` besides `service`. Default: those of ``GeocodingServer``.
    static var keys: [String] { get }
    /// Reads the service's settings from the section `place.geocoder`, which notes problems. Default: reads those of the server.
    init(reading section: ConfigurationSection)
    init(_ server: GeocodingServer)

    /// The server, with the settings that all services have.
    var server: GeocodingServer { get set }
    /// The maximum number of positions per request. Default: 1.
    var positionsPerRequest: Int { get }
    /// The maximum number of requests per second. Default: that of the server's settings.
    var requestsPerSecond: Double { get }
    /// The maximum number of concurrent requests. Default: that of the server's settings.
    var requestsAtATime: Int { get }
    /// Whether a server answers 400 to a language that it does not have. Default: false.
    var refusesUnknownLanguages: Bool { get }
    /// Returns when a daily quota that is used up begins again. Default: the next midnight, UTC.
    ///
    /// - Parameter time: seconds since 1970.
    func quotaReset(after time: Double) -> Double

    /// Returns whether the service covers a country. Default: all of them.
    func serves(countryCode: String?) -> Bool
    func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest
    /// Returns the place in an answer for each position; nil if it has none.
    func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?]
}

extension GeocodingService {
    /// An address is required.
    package static var standard: GeocodingServer { GeocodingServer() }
    package static var needsKey: Bool { false }
    /// The keys of the server's settings.
    package static var keys: [String] { GeocodingServer.CodingKeys.allCases.map(\.stringValue) }
    /// Reads the server's settings.
    package init(reading section: ConfigurationSection) {
        self.init(GeocodingServer(reading: section, default: Self.standard, needsKey: Self.needsKey))
    }
    /// The service's name.
    package var name: String { Self.name }
    /// 1.
    package var positionsPerRequest: Int { 1 }
    /// As the settings say.
    package var requestsPerSecond: Double { server.rate }
    /// As the settings say.
    package var requestsAtATime: Int { server.concurrency }
    package var refusesUnknownLanguages: Bool { false }
    /// The next midnight, UTC.
    package func quotaReset(after time: Double) -> Double {
        time + 86_400 - time.truncatingRemainder(dividingBy: 86_400)
    }
    /// Whether the position is in a country.
    package func serves(countryCode: String?) -> Bool { countryCode != nil }
}
