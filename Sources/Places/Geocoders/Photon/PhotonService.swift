internal import UprightFormats

/// Photon: `/reverse` of komoot's geocoder.
///
/// Source: github.com/komoot/photon, docs/api-v1.md.
package struct PhotonService: GeocodingService {
    /// `photon`.
    package static let name = "photon"
    package var server: GeocodingServer

    package init(_ server: GeocodingServer) { self.server = server }

    /// Creates the service for a server's address.
    package init(base: String, requestsPerSecond: Double = 5, requestsAtATime: Int = 2) {
        self.init(GeocodingServer(url: base, rate: requestsPerSecond, concurrency: requestsAtATime))
    }

    /// True: a server has the languages that its index was built with.
    package var refusesUnknownLanguages: Bool { true }

    /// Whether the position is in a country: Photon covers all of them.
    package func serves(countryCode: String?) -> Bool { countryCode != nil }

    package func request(for positions: [LocatedPosition], language: String?) -> GeocodingRequest {
        var parameters: [(name: String, value: String)] = []
        if let position = positions.first?.position {
            parameters += [
                ("lat", DecimalText(rounding: position.latitude, digits: 7).text),
                ("lon", DecimalText(rounding: position.longitude, digits: 7).text),
            ]
        }
        // Photon accepts only the primary subtag, and refuses languages that it was not built with.
        if let language { parameters.append(("lang", String(language.lowercased().prefix { $0 != "-" && $0 != "_" }))) }
        return GeocodingRequest(base: server.url, path: "/reverse", parameters: parameters, language: language)
    }

    package func places(in answer: [UInt8], count: Int) throws(GeocodingFailure) -> [Place?] {
        guard let features = try AnswerObject(parsing: answer).objects("features") else {
            throw GeocodingFailure(.transient(after: nil), "expected features, found none")
        }
        guard let found = features.first?.object("properties"), !found.isEmpty else { return [nil] }
        let kind = found.text("type")
        let isTown = ["city", "town", "village", "hamlet"].contains(found.text("osm_value") ?? "")
        return [
            Place(
                countryCode: found.text("countrycode")?.uppercased() ?? "", country: found.text("country") ?? "",
                region: found.text("state"), county: found.text("county"),
                city: found.text("city") ?? (kind == "city" || isTown ? found.text("name") : nil),
                district: found.first("district", "locality"),
                street: StreetText.of(
                    found.text("street") ?? (kind == "street" ? found.text("name") : nil), found.text("housenumber")),
                source: name)
        ]
    }
}
