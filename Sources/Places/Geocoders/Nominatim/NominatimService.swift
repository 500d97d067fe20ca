internal import UprightFormats

/// Nominatim: `/reverse` in the format geocodejson.
///
/// Source: nominatim.org/release-docs/latest/api/Reverse, and the usage policy of the public server.
package struct NominatimService: GeocodingService {
    /// `nominatim`.
    package static let name = "nominatim"
    package var server: GeocodingServer

    /// Creates the service for a server. The public server gets at most one request per second and one at a time,
    /// regardless of the settings.
    package init(_ server: GeocodingServer) { self.server = server }

    /// Creates the service for a server's address.
    package init(base: String, requestsPerSecond: Double = 10, requestsAtATime: Int = 2) {
        self.init(GeocodingServer(url: base, rate: requestsPerSecond, concurrency: requestsAtATime))
    }

    private var isPublic: Bool { server.url.lowercased().contains("nominatim.openstreetmap.org") }
    /// At most 1 on the public server.
    package var requestsPerSecond: Double { isPublic ? min(1, server.rate) : server.rate }
    /// 1 on the public server.
    package var requestsAtATime: Int { isPublic ? 1 : server.concurrency }

    /// Whether the position is in a country: Nominatim covers all of them.
    package func serves(countryCode: String?) -> Bool { countryCode != nil }

    package func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest {
        var parameters = [(name: "format", value: "geocodejson")]
        if let position = positions.first?.position {
            parameters += [
                ("lat", DecimalText(rounding: position.latitude, digits: 7).text),
                ("lon", DecimalText(rounding: position.longitude, digits: 7).text),
            ]
        }
        parameters += [("zoom", "18"), ("layer", "address")]
        if let language { parameters.append(("accept-language", language)) }
        return GeocodingRequest(base: server.url, path: "/reverse", parameters: parameters, language: language)
    }

    package func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?] {
        let object = try AnswerObject(parsing: answer)
        // If there is no place, the answer is an error with the status 200: `Unable to geocode`.
        guard let features = object.objects("features") else {
            if object.text("error") != nil { return [nil] }
            throw GeocodingFailure(.transient(after: nil), "expected features, found none")
        }
        guard let found = features.first?.object("properties").object("geocoding"), !found.isEmpty else { return [nil] }
        let kind = found.text("type")
        return [
            Place(
                countryCode: found.text("country_code")?.uppercased() ?? "", country: found.text("country") ?? "",
                region: found.text("state"), county: found.text("county"),
                city: found.first("city", "locality") ?? (kind == "city" ? found.text("name") : nil),
                district: found.text("district"),
                street: StreetText.of(
                    found.text("street") ?? (kind == "street" ? found.text("name") : nil), found.text("housenumber")),
                source: name)
        ]
    }
}
