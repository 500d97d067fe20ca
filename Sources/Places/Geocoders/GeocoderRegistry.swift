package import UprightConfiguration

/// The geocoders that `place.geocoder` can name.
package struct GeocoderRegistry: Sendable {
    /// Every kind of geocoder.
    package let kinds: [any GeocodingService.Type]

    package init(_ kinds: [any GeocodingService.Type]) { self.kinds = kinds }

    /// The geocoders of the product.
    package static let standard = GeocoderRegistry([NominatimService.self, PhotonService.self, AMapService.self])

    /// The keys of the section, for all geocoders.
    package var keys: [String] {
        kinds.flatMap { $0.keys }.reduce(into: ["service"]) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the kind with a name; nil if there is none.
    package func kind(named name: String) -> (any GeocodingService.Type)? { kinds.first { $0.name == name } }

    /// Reads the geocoder's settings from its section; nil if it names no service.
    package func settings(in section: ConfigurationSection) -> GeocoderSettings? {
        let names = kinds.map { $0.name }
        guard section.has("service") else {
            section.report("service", expected: "one of \(names.joined(separator: ", "))", found: "nothing")
            return nil
        }
        // With an unknown name, which is noted, the other keys are still checked.
        let word = section.word("service", among: names)
        guard let kind = word.flatMap({ kind(named: $0) }) ?? kinds.first else { return nil }
        for key in keys where key != "service" && section.has(key) && !kind.keys.contains(key) {
            section.report(
                key, expected: "one of \(kind.keys.joined(separator: ", "))", found: "a key of another service")
        }
        return GeocoderSettings(kind.init(reading: section))
    }
}
