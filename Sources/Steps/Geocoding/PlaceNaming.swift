package import UprightAlbums
internal import UprightConfiguration
internal import UprightFiles
internal import UprightFormats
package import UprightPlaces

/// How positions are named: with which data, in which language, and by which geocoder.
package struct PlaceNaming: Sendable, Hashable {
    /// The language of names, an IETF tag; nil for the data's default language.
    package var language: String?
    /// A gazetteer file made by `upright places import`; nil for the built-in one.
    package var gazetteer: String?
    /// Files of boundaries made by `upright places import --level`.
    package var boundaries: [String]
    /// Names defined by the user.
    package var overrides: [PlaceOverride]
    /// The HTTP geocoder that is queried for streets and more; nil for none.
    package var geocoder: GeocoderSettings?
    /// What is written while it gives no answer.
    package var fallback: PlaceFallback

    /// Creates settings; without arguments, the built-in gazetteer in its default language.
    package init(
        language: String? = nil, gazetteer: String? = nil, boundaries: [String] = [],
        overrides: [PlaceOverride] = [], geocoder: GeocoderSettings? = nil,
        fallback: PlaceFallback = .wait
    ) {
        self.language = language
        self.gazetteer = gazetteer
        self.boundaries = boundaries
        self.overrides = overrides
        self.geocoder = geocoder
        self.fallback = fallback
    }

    /// Opens the gazetteer, with its boundaries.
    ///
    /// - Throws: every file that cannot be used, under its key.
    package func openGazetteer() throws(StepError) -> Gazetteer {
        var faults: [SettingFault] = []
        var indexes: [BoundaryIndex] = []
        for (number, path) in boundaries.enumerated() {
            let index = Self.open(
                path, "place.boundaries[\(number)]", "boundaries made by upright places import --level",
                BoundarySet.largestSize, &faults
            ) { (bytes) throws(GeodataError) in BoundaryIndex(try BoundarySet(parsing: bytes)) }
            if let index { indexes.append(index) }
        }
        var opened: Gazetteer?
        if let gazetteer {
            opened = Self.open(
                gazetteer, "place.gazetteer", "place data made by upright places import", Self.largestGazetteer, &faults
            ) { (bytes) throws(GeodataError) in
                try Gazetteer(parsing: bytes, overrides: overrides, boundaries: indexes)
            }
        } else {
            do throws(GeodataError) { opened = try Gazetteer(overrides: overrides, boundaries: indexes) } catch {
                throw StepError("the built-in gazetteer: \(error)")
            }
        }
        guard let opened, faults.isEmpty else { throw StepError(faults) }
        return opened
    }

    /// The data and the language that places are named by. Albums made with another version must be rebuilt.
    package func dataVersion(of gazetteer: Gazetteer) -> PlaceDataVersion {
        PlaceDataVersion(source: gazetteer.source, language: language)
    }

    private static func open<Content>(
        _ path: String, _ key: String, _ expected: String, _ limit: Int, _ faults: inout [SettingFault],
        _ parse: ([UInt8]) throws(GeodataError) -> Content
    ) -> Content? {
        do throws(FileError) {
            let bytes = try FileStore.read(RawPath(path), limit: limit)
            do throws(GeodataError) { return try parse(bytes) } catch {
                faults.append(SettingFault(key, expected: expected, found: "\(path): \(error)"))
            }
        } catch { faults.append(SettingFault(key, expected: expected, error)) }
        return nil
    }

    /// The maximum size of a gazetteer file: 1 GiB.
    private static let largestGazetteer = 1 << 30
}
