public import UprightFormats
package import UprightPlaces

/// Asks an HTTP geocoder for the names of positions, within the limits of its operator.
///
/// Positions within about 50 m share an answer, which is kept as long as the geocoder lives. Positions are gathered into as
/// few requests as the service allows (AMap: 20 in one); requests are spread over time, and repeated while failures may pass.
/// All methods can be called from many tasks at once.
public struct OnlineGeocoder: Sendable {
    /// A service.
    public enum Service: Sendable, Hashable {
        /// A server of Nominatim (OpenStreetMap), such as `https://nominatim.example.org`.
        case nominatim(url: String)
        /// A server of Photon (OpenStreetMap), such as `https://photon.example.org`.
        case photon(url: String)
        /// AMap (Gaode), for positions in China.
        case amap(key: String)

        var name: String {
            switch self {
            case .nominatim: "nominatim"
            case .photon: "photon"
            case .amap: "amap"
            }
        }
    }

    private let client: GeocodingClient
    private let offline: OfflineGeocoder

    /// Creates a geocoder; the first request is sent when a position is asked for.
    ///
    /// - Parameters:
    ///   - offline: says in which country a position lies, since not every service covers all of them.
    ///   - language: an IETF language tag; nil for the server's default names.
    ///   - userAgent: names your program and a way to reach you, as operators ask for.
    ///   - requestsPerSecond: the most requests in a second, 0.001 or more; nil for what the service's operator allows to
    ///     everybody: 1, of AMap 3.
    public init(
        _ service: Service, offline: OfflineGeocoder, language: String? = nil, userAgent: String,
        requestsPerSecond: Double? = nil
    ) {
        self.offline = offline
        let kind = GeocoderRegistry.standard.kind(named: service.name) ?? GeocoderRegistry.standard.kinds[0]
        var server = kind.standard
        switch service {
        case .nominatim(let url), .photon(let url): server.url = url
        case .amap(let key): server.key = key
        }
        if let requestsPerSecond { server.rate = requestsPerSecond }
        let asked = kind.init(server)
        client = GeocodingClient(asked, transport: URLTransport(userAgent: userAgent), language: language)
    }

    package init(_ client: GeocodingClient, offline: OfflineGeocoder) {
        (self.client, self.offline) = (client, offline)
    }

    /// Returns an answer for each position, in their order: its names, nil where the service has none, or why it cannot be
    /// asked.
    public func placemarks(at coordinates: [GPSCoordinate]) async -> [Result<Placemark?, GeocodingError>] {
        let positions = coordinates.map { Position($0) }
        let asked = zip(coordinates, positions).compactMap { coordinate, position in
            position.map {
                LocatedPosition(position: $0, countryCode: offline.placemark(at: coordinate)?.countryCode)
            }
        }
        var answers = await client.places(at: asked).makeIterator()
        let trouble = GeocodingError(await client.trouble)
        return zip(coordinates, positions).map { coordinate, position in
            guard position != nil, let answer = answers.next() else {
                return .failure(
                    GeocodingError(
                        kind: .position,
                        description: "expected degrees in −90…90 and −180…180, not 0, 0; found \(coordinate)"))
            }
            return answer.map { .success($0.place.map { Placemark($0) }) } ?? .failure(trouble)
        }
    }
}
