public import UprightConfiguration
public import UprightPlaces
internal import UprightGeodata

/// The `place` step: finds what a picture's position is called.
public struct PlaceStep: Step, Hashable {
    /// `place`.
    public static let name = "place"
    /// The keys of the step.
    public static let keys = ["language", "gazetteer", "overrides", "geocoder", "write", "street"]

    /// The language of names (`language`), an IETF tag; nil for the data's own.
    public var language: String?
    /// A gazetteer made by `upright places import` (`gazetteer`); nil for the one in the program.
    public var gazetteer: String?
    /// The HTTP geocoder that is asked for streets and more (`geocoder`); nil for none.
    public var geocoder: GeocoderSettings?
    /// Whether the names are written into pictures that have none (`write`).
    public var writes = false
    /// Where the street is written (`street`).
    public var street = Street.location

    /// Where a street is written.
    public enum Street: String, Sendable, Hashable, CaseIterable {
        /// In XMP's and IPTC's location.
        case location
        /// There, and in Exif's `CameraOwnerName`, for readers that look there.
        case cameraOwnerName = "camera-owner-name"
        /// Nowhere.
        case off
    }

    /// Names of the user's own (`overrides`).
    public var overrides: [PlaceOverride] = []

    /// The defaults.
    public init() {}

    /// The settings of a section.
    public init(reading section: ConfigurationSection) {
        language = section.text("language")
        gazetteer = section.path("gazetteer")
        if section.has("geocoder") {
            geocoder = GeocoderSettings(reading: section.section("geocoder", keys: GeocoderSettings.keys))
        }
        writes = section.flag("write", default: false)
        street = section.choice("street", default: street)
        let keys = ["at", "radius", "name", "district", "region", "country", "country-code"]
        overrides = section.sections("overrides", keys: keys).compactMap { entry in
            guard let at = entry.text("at"), let position = Position(at) else {
                entry.note("at", expected: "LAT,LON in decimal degrees", found: entry.text("at") ?? "nothing")
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
        // Data that cannot be read are told of when the step is prepared.
        do { data = try Geocoding.gazetteer(of: self) } catch { return }
        guard !data.speaks(language) else { return }
        section.note(
            "language", expected: "one of en \(data.about.languages.joined(separator: " "))", found: "\"\(language)\"")
    }
}
