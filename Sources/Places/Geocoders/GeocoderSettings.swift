package import UprightConfiguration

/// The HTTP geocoder that is queried in addition to the gazetteer (`place.geocoder`): a service with its settings.
package struct GeocoderSettings: Sendable, Hashable, Codable {
    package var service: any GeocodingService

    package init(_ service: any GeocodingService) { self.service = service }

    /// Returns the service with its key, if it needs one.
    package func opened() throws(SettingFault) -> any GeocodingService {
        var service = service
        if type(of: service).needsKey { try service.server.readKey() }
        return service
    }

    private enum CodingKeys: CodingKey { case service }

    /// Encodes the service's name and its settings.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(service.name, forKey: .service)
        try service.encode(to: encoder)
    }

    /// Decodes a service of ``GeocoderRegistry/standard``.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .service)
        guard let kind = GeocoderRegistry.standard.kind(named: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .service, in: container, debugDescription: "expected a geocoder, found \(name)")
        }
        service = try kind.init(from: decoder)
    }

    /// Whether two services are the same with the same settings.
    package static func == (one: GeocoderSettings, other: GeocoderSettings) -> Bool {
        AnyHashable(one.service) == AnyHashable(other.service)
    }

    /// Hashes the service's settings.
    package func hash(into hasher: inout Hasher) { service.hash(into: &hasher) }
}
