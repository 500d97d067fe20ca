internal import Dispatch
internal import Synchronization
package import UprightFormats

/// The countries, regions and cities of the world, and a lookup by position.
///
/// The country and the region are found by containment in polygons, the city by distance weighted by population;
/// ``explanation(of:language:)`` explains an answer. Reading a gazetteer takes some tens of
/// milliseconds, a lookup some microseconds. A gazetteer is immutable, so it can be shared.
package final class Gazetteer: Sendable {
    /// The data's version and sources.
    package let about: GazetteerAbout

    let countries: [(code: String, name: String)]
    let regions: [Region]
    let zones: [String]
    let counties: [String]
    let cities: Cities
    let borders: Borders
    let overrides: [PlaceOverride]
    /// The imported boundaries: those of cities before those of districts.
    package let boundaries: [BoundaryIndex]
    /// The prefectures of mainland China.
    let prefectures: Prefectures
    /// The points of ``BorderPoint/all`` whose region the data has.
    let borderPoints: [LocatedPoint]
    /// The source in places: the versions of the data and of the rules.
    package let source: String
    /// The version of the rules; increase it when the same data gives other places.
    private static let rules = 5
    private let file: GazetteerFile
    private let translations = Mutex<[String: NamesInLanguage?]>([:])

    struct Region: Sendable {
        var code: String
        var iso: String
        /// Empty if the country has no regions, or the region of a place is unknown.
        var name: String
        var country: UInt8
        var zone: String
    }

    /// A border point with its region.
    struct LocatedPoint: Sendable {
        /// The index in ``BorderPoint/all``.
        var number: Int
        var latitude: Double
        var longitude: Double
        var country: UInt8
        var region: UInt16
    }

    /// Creates the built-in gazetteer.
    ///
    /// - Parameters:
    ///   - overrides: the user's names, which take precedence over the data.
    ///   - boundaries: imported boundaries of cities and districts.
    package convenience init(
        overrides: [PlaceOverride] = [], boundaries: [BoundaryIndex] = []
    ) throws(GeodataError) {
        try self.init(.embedded(), overrides, boundaries)
    }

    /// Creates a gazetteer from a file, such as `upright places import` makes.
    package convenience init(
        parsing bytes: [UInt8], overrides: [PlaceOverride] = [], boundaries: [BoundaryIndex] = []
    ) throws(GeodataError) {
        try self.init(GazetteerFile(parsing: bytes), overrides, boundaries)
    }

    private init(
        _ file: GazetteerFile, _ overrides: [PlaceOverride], _ boundaries: [BoundaryIndex]
    ) throws(GeodataError) {
        let levels = BoundarySet.Level.allCases
        self.boundaries = levels.flatMap { level in boundaries.filter { $0.level == level } }
        self.file = file
        self.overrides = overrides
        about = GazetteerAbout(try file.table("META"))
        source = self.boundaries.reduce("gazetteer \(about.version), rules \(Self.rules)") {
            "\($0), \($1.level.rawValue) \($1.version)"
        }
        let countries = try file.table("CTRY").map { (code: $0[0], name: $0.count > 1 ? $0[1] : $0[0]) }
        self.countries = countries
        guard !countries.isEmpty, countries.count <= 256 else { throw .corrupt(section: "CTRY", offset: 0) }
        zones = try file.table("ZONE").map { $0[0] }
        counties = [""] + (try file.table("CNTY").map { $0[0] })
        var numbers: [String: UInt8] = [:]
        for (number, country) in countries.enumerated() { numbers[country.code] = UInt8(number) }
        var regions = [Region(code: "", iso: "", name: "", country: 0, zone: "")]
        for fields in try file.table("REGN") {
            guard fields.count == 4, let country = numbers[String(fields[0].prefix(2))] else {
                throw .corrupt(section: "REGN", offset: regions.count)
            }
            regions.append(
                Region(code: fields[0], iso: fields[1], name: fields[2], country: country, zone: fields[3]))
        }
        guard regions.count < 0x10000 else { throw .corrupt(section: "REGN", offset: regions.count) }
        self.regions = regions
        borderPoints = BorderPoint.all.enumerated().compactMap { number, point in
            guard let region = regions.firstIndex(where: { $0.code == point.region }) else { return nil }
            return LocatedPoint(
                number: number, latitude: point.latitude, longitude: point.longitude,
                country: regions[region].country, region: UInt16(region))
        }
        prefectures = try Prefectures(file, regions: regions.count)
        let regionCount = regions.count
        let countryOfRegion = regions.map(\.country)
        let zoneCount = max(1, zones.count)
        let countyCount = counties.count
        // The two halves are independent; reading them in parallel makes commands start faster.
        (borders, cities) = try Self.both(
            { () throws(GeodataError) in try Borders(file, countries: countries.count, regions: regionCount) },
            { () throws(GeodataError) in
                try Cities(file, countryOfRegion: countryOfRegion, zones: zoneCount, counties: countyCount)
            })
    }

    /// Runs two closures in parallel.
    private static func both<A: Sendable, B: Sendable>(
        _ first: @Sendable () throws(GeodataError) -> A, _ second: @Sendable () throws(GeodataError) -> B
    ) throws(GeodataError) -> (A, B) {
        let a = Mutex<Result<A, GeodataError>?>(nil)
        let b = Mutex<Result<B, GeodataError>?>(nil)
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            if index == 0 {
                let result = Result { () throws(GeodataError) in try first() }
                a.withLock { $0 = result }
            } else {
                let result = Result { () throws(GeodataError) in try second() }
                b.withLock { $0 = result }
            }
        }
        guard let a = a.withLock({ $0 }), let b = b.withLock({ $0 }) else { throw .notAGazetteer }
        return (try a.get(), try b.get())
    }

    /// Returns the data's names in a language; nil if it has none.
    func names(in language: LanguageTag) -> NamesInLanguage? {
        translations.withLock { known in
            if let names = known[language.gazetteer] { return names }
            let names = NamesInLanguage(language, in: file)
            known[language.gazetteer] = .some(names)
            return names
        }
    }

    /// Whether the data has names in a language.
    package func speaks(_ language: String) -> Bool { names(in: LanguageTag(language)) != nil }
}
