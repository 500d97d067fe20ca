public import UprightConfiguration
public import UprightPlaces
internal import UprightGeodata

/// The `place` step: names a picture's position.
public struct PlaceStep: Step, Hashable {
    /// `place`.
    public static let name = "place"
    /// After `geotag`, whose positions it names.
    public static let order = 300
    /// The keys of the step.
    public enum CodingKeys: String, CodingKey, CaseIterable {
        case language, gazetteer, boundaries, overrides, geocoder
        case writes = "write"
        case street
    }

    /// The language of names (`language`), an IETF tag; nil for the data's default language.
    public var language: String?
    /// A gazetteer file made by `upright places import` (`gazetteer`); nil for the built-in one.
    public var gazetteer: String?
    /// Files of boundaries of cities and districts made by `upright places import --level` (`boundaries`).
    public var boundaries: [String] = []
    /// The HTTP geocoder that is queried for streets and more (`geocoder`); nil for none.
    public var geocoder: GeocoderSettings?
    /// Whether to write the names into pictures that have none (`write`).
    public var writes = false
    /// Where to write the street (`street`).
    public var street = Street.location

    /// Where to write a street.
    public enum Street: String, Sendable, Hashable, CaseIterable, Codable {
        /// In XMP's and IPTC's location.
        case location
        /// In the location, and in Exif's `CameraOwnerName`, for readers that expect it there.
        case cameraOwnerName = "camera-owner-name"
        /// Nowhere.
        case off
    }

    /// Names defined by the user (`overrides`).
    public var overrides: [PlaceOverride] = []

    /// Creates the defaults.
    public init() {}

    /// Reads the settings from a section.
    public init(reading section: ConfigurationSection) {
        language = section.text("language")
        gazetteer = section.path("gazetteer")
        boundaries = section.paths("boundaries")
        if section.has("geocoder") {
            geocoder = GeocoderRegistry.standard.settings(
                in: section.section("geocoder", keys: GeocoderRegistry.standard.keys))
        }
        writes = section.flag("write", default: false)
        street = section.choice("street", default: street)
        let keys = ["at", "radius", "name", "district", "region", "country", "country-code"]
        overrides = section.sections("overrides", keys: keys).compactMap { entry in
            guard let at = entry.text("at"), let position = Position(at) else {
                let at = entry.text("at")
                entry.note("at", expected: Position.expected(insteadOf: at ?? ""), found: at ?? "nothing")
                return nil
            }
            guard let name = entry.text("name") else {
                entry.note("name", expected: "the name of the place", found: "nothing")
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
        do { data = try PlaceNaming(gazetteer: gazetteer).openGazetteer() } catch { return }
        guard !data.speaks(language) else { return }
        section.note(
            "language", expected: "one of en \(data.about.languages.joined(separator: " "))", found: "\"\(language)\"")
    }
}
