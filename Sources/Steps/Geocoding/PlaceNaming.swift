internal import UprightFiles
internal import UprightGeodata
public import UprightPlaces

/// How positions are named: with which data, in which language, and by which geocoder.
public struct PlaceNaming: Sendable, Hashable {
    /// The language of names, an IETF tag; nil for the data's default language.
    public var language: String?
    /// A gazetteer file made by `upright places import`; nil for the built-in one.
    public var gazetteer: String?
    /// Files of boundaries made by `upright places import --level`.
    public var boundaries: [String]
    /// Names defined by the user.
    public var overrides: [PlaceOverride]
    /// The HTTP geocoder that is queried for streets and more; nil for none.
    public var geocoder: GeocoderSettings?

    /// Creates settings; without arguments, the built-in gazetteer in its default language.
    public init(
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
            do throws(BoundaryError) { return BoundaryIndex(try BoundarySet(parsing: bytes)) } catch {
                throw BoundaryFileError(path: path, error: error)
            }
        }
        guard let gazetteer else { return try Gazetteer(overrides: overrides, boundaries: boundaries) }
        let bytes = try FileStore.read(RawPath(gazetteer), limit: Self.largestGazetteer)
        return try Gazetteer(parsing: bytes, overrides: overrides, boundaries: boundaries)
    }

    /// The maximum size of a gazetteer file: 1 GiB.
    private static let largestGazetteer = 1 << 30
}

/// Why a file of boundaries cannot be used.
struct BoundaryFileError: Error, CustomStringConvertible {
    var path: String
    var error: BoundaryError
    var description: String { "\(path): \(error)" }
}
