internal import GRDB

/// What a search asks for.
public struct PictureSearch: Sendable, Hashable {
    /// Each must begin a word of the place, the file's name or the camera's, whatever its case and accents.
    public var words: [String] = []
    /// The earliest time, as ``AlbumPhoto/time``.
    public var from: Double?
    /// The time before which they must be.
    public var to: Double?
    /// ISO 3166-1 code of the country.
    public var country: String?
    /// The camera's name.
    public var camera: String?
    /// `public.jpeg` and the like, or `animated`.
    public var kind: String?

    /// Everything.
    public init(words: [String] = [], from: Double? = nil, to: Double? = nil) {
        self.words = words
        self.from = from
        self.to = to
    }

    /// The tables and the condition that select the pictures.
    fileprivate var selection: (sql: String, arguments: StatementArguments) {
        var conditions: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        func add(_ condition: String, _ value: any DatabaseValueConvertible) {
            conditions.append(condition)
            arguments.append(value)
        }
        var tables = "photo"
        if !words.isEmpty {
            tables = "search JOIN photo ON photo.id = search.rowid"
            // Words of signs alone begin nothing.
            if let query = SearchText.query(words) { add("search MATCH ?", query) } else { conditions.append("0") }
        }
        if let from { add("time >= ?", from) }
        if let to { add("time < ?", to) }
        if let country { add("countryCode = ?", country) }
        if let camera { add("camera = ?", camera) }
        if let kind {
            if kind == "animated" { conditions.append("animated") } else { add("NOT animated AND type = ?", kind) }
        }
        let condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        return ("FROM \(tables) WHERE \(condition)", StatementArguments(arguments))
    }
}

/// How many of the pictures that were found have something in common.
public struct SearchFacets: Sendable, Hashable {
    /// One value and its pictures.
    public struct Count: Sendable, Hashable {
        /// The value to search for.
        public var value: String
        /// The value for people.
        public var title: String
        /// How many.
        public var count: Int
    }

    /// How many pictures were found.
    public var total = 0
    /// By year, the latest first.
    public var years: [Count] = []
    /// By country, the most first.
    public var countries: [Count] = []
    /// By camera, the most first.
    public var cameras: [Count] = []
    /// By kind of file, the most first.
    public var kinds: [Count] = []
    /// Whether the parts were counted among the first pictures alone, because there are too many to count all.
    public var isPartial = false
}

extension AlbumLibrary {
    /// Pictures found by a search, the latest first, and those without a time behind all others.
    public func search(_ search: PictureSearch, limit: Int = 500, offset: Int = 0) throws(AlbumsError) -> [AlbumPhoto] {
        let (sql, arguments) = search.selection
        return try read { db in
            try Row.fetchAll(
                db, sql: "SELECT photo.* \(sql) ORDER BY time DESC, photo.id DESC LIMIT ? OFFSET ?",
                arguments: arguments + [limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Pictures that are counted one by one at most.
    static let mostCounted = 50_000

    /// How many pictures a search finds, and of which years, countries, cameras and kinds.
    public func facets(_ search: PictureSearch) throws(AlbumsError) -> SearchFacets {
        let (sql, arguments) = search.selection
        return try read { db in
            var facets = SearchFacets()
            facets.total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(sql)", arguments: arguments) ?? 0
            facets.isPartial = facets.total > Self.mostCounted
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT CAST(strftime('%Y', time, 'unixepoch') AS INTEGER), countryCode, country, camera, type, animated
                    \(sql) LIMIT \(Self.mostCounted)
                    """, arguments: arguments)
            var years: [Int: Int] = [:]
            var countries: [String: (title: String, count: Int)] = [:]
            var cameras: [String: Int] = [:]
            var kinds: [String: Int] = [:]
            while let row = try rows.next() {
                if let year = row[0] as Int? { years[year, default: 0] += 1 }
                if let code = row[1] as String?, !code.isEmpty {
                    countries[code, default: (row[2] ?? code, 0)].count += 1
                }
                if let camera = row[3] as String? { cameras[camera, default: 0] += 1 }
                kinds[row[5] as Bool ? "animated" : row[4] as String, default: 0] += 1
            }
            func most(_ counts: [String: Int]) -> [SearchFacets.Count] {
                counts.map { SearchFacets.Count(value: $0.key, title: $0.key, count: $0.value) }
                    .sorted { ($1.count, $0.title) < ($0.count, $1.title) }
            }
            facets.years = years.sorted { $0.key > $1.key }.map {
                SearchFacets.Count(value: String($0.key), title: String($0.key), count: $0.value)
            }
            facets.countries = countries.map {
                SearchFacets.Count(value: $0.key, title: $0.value.title, count: $0.value.count)
            }.sorted { ($1.count, $0.title) < ($0.count, $1.title) }
            facets.cameras = most(cameras)
            facets.kinds = most(kinds)
            return facets
        }
    }
}
