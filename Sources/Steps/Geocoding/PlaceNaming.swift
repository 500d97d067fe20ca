internal import UprightFiles
internal import UprightGeodata
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

    /// Creates settings; without arguments, the built-in gazetteer in its default language.
    package init(
        language: String? = nil, gazetteer: String? = nil, boundaries: [String] = [],
        overrides: [PlaceOverride] = [], geocoder: GeocoderSettings? = nil
    ) {
        self.language = language
        self.gazetteer = gazetteer
        self.boundaries = boundaries
        self.overrides = overrides
        self.geocoder = geocoder
    }

    /// Opens the gazetteer, with its boundaries.
    package func openGazetteer() throws -> Gazetteer {
        let boundaries = try boundaries.map { path in
            let bytes = try FileStore.read(RawPath(path), limit: BoundarySet.largestSize)
            do throws(GeodataError) { return BoundaryIndex(try BoundarySet(parsing: bytes)) } catch {
                throw GeodataError("\(path): \(error)")
            }
        }
        guard let gazetteer else { return try Gazetteer(overrides: overrides, boundaries: boundaries) }
        let bytes = try FileStore.read(RawPath(gazetteer), limit: Self.largestGazetteer)
        return try Gazetteer(parsing: bytes, overrides: overrides, boundaries: boundaries)
    }

    /// The maximum size of a gazetteer file: 1 GiB.
    private static let largestGazetteer = 1 << 30
}
