package import UprightConfiguration
package import UprightPlaces
internal import UprightFormats

/// The `place` step: names a picture's position.
package struct PlaceStep: Step, Hashable {
    /// `place`.
    package static let name = "place"
    /// After `geotag`, whose positions it names.
    package static let order = 300
    /// The keys of the step.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case language, gazetteer, boundaries, overrides, geocoder, fallback
        case writes = "write"
        case street
    }

    /// The language of names (`language`), an IETF tag; nil for the data's default language.
    package var language: String?
    /// A gazetteer file made by `upright places import` (`gazetteer`); nil for the built-in one.
    package var gazetteer: String?
    /// Files of boundaries of cities and districts made by `upright places import --level` (`boundaries`).
    package var boundaries: [String] = []
    /// The HTTP geocoder that is queried for streets and more (`geocoder`); nil for none.
    package var geocoder: GeocoderSettings?
    /// What is written while the geocoder gives no answer (`fallback`); nil for ``PlaceFallback/wait``.
    package var fallback: PlaceFallback?
    /// Whether to write the names into pictures that have none (`write`).
    package var writes = false
    /// Where to write the street (`street`).
    package var street = Street.location

    /// Where to write a street.
    package enum Street: String, Sendable, Hashable, CaseIterable, Codable {
        /// In XMP's and IPTC's location.
        case location
        /// In the location, and in Exif's `CameraOwnerName`, for readers that expect it there.
        case cameraOwnerName = "camera-owner-name"
        /// Nowhere.
        case off
    }

    /// Names defined by the user (`overrides`).
    package var overrides: [PlaceOverride] = []

    package static var editsOutputs: Bool { true }

    package init() {}

    /// Reads the settings from a section.
    package init(reading section: ConfigurationSection) {
        language = section.text("language")
        gazetteer = section.path("gazetteer")
        boundaries = section.paths("boundaries")
        if section.has("geocoder") {
            geocoder = GeocoderRegistry.standard.settings(
                in: section.section("geocoder", keys: GeocoderRegistry.standard.keys))
        }
        if section.has("fallback") { fallback = section.choice("fallback", default: PlaceFallback.wait) }
        writes = section.flag("write", default: false)
        street = section.choice("street", default: street)
        let keys = ["at", "radius", "name", "district", "region", "country", "country-code"]
        overrides = section.sections("overrides", keys: keys).compactMap { entry in
            guard let at = entry.text("at"), let position = Position(at) else {
                let at = entry.text("at")
                entry.report("at", expected: Position.expected(insteadOf: at ?? ""), found: at ?? "nothing")
                return nil
            }
            guard let name = entry.text("name") else {
                entry.report("name", expected: "the name of the place", found: "nothing")
                return nil
            }
            return PlaceOverride(
                position: position, radius: entry.number("radius", default: 100, in: 1...1_000_000), name: name,
                district: entry.text("district"), region: entry.text("region"), country: entry.text("country"),
                countryCode: entry.text("country-code"))
        }
        noteUnknownLanguage(section)
    }

    private func noteUnknownLanguage(_ section: ConfigurationSection) {
        guard let language else { return }
        let data: Gazetteer
        // Unreadable data is reported when the step is prepared.
        do throws(StepError) { data = try PlaceNaming(gazetteer: gazetteer).openGazetteer() } catch { return }
        guard !data.speaks(language) else { return }
        section.report(
            "language", expected: "one of en \(data.about.languages.joined(separator: " "))", found: "\"\(language)\"")
    }
}
