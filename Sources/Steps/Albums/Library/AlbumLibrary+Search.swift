internal import GRDB

/// The criteria of a search.
package struct PictureSearch: Sendable, Hashable {
    /// Prefixes: each must start a word of the place's, file's or camera's name, ignoring case and accents.
    package var words: [String] = []
    /// Those of the words that must be whole words: `Island`, Iceland in German, finds no islands.
    package var whole: Set<String> = []
    /// The earliest time, inclusive, as in ``AlbumPhoto/time``.
    package var from: Double?
    /// The latest time, exclusive, as in ``AlbumPhoto/time``.
    package var to: Double?
    /// ISO 3166-1 code of the country.
    package var country: String?
    /// The camera's name.
    package var camera: String?
    /// A uniform type identifier such as `public.jpeg`, or `animated`.
    package var kind: String?

    /// Creates a search; the default finds everything.
    package init(words: [String] = [], from: Double? = nil, to: Double? = nil) {
        self.words = words
        self.from = from
        self.to = to
    }

    /// The index query, if the search is for words alone.
    fileprivate var onlyWords: String? {
        var rest = self
        (rest.words, rest.whole) = ([], [])
        return rest == PictureSearch() ? SearchText.query(words, whole: whole) : nil
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
            // CROSS: the words come first. With a country or camera too, the index of words would be searched once for
            // each of its pictures.
            tables = "search CROSS JOIN photo ON photo.id = search.rowid"
            // Words without letters and digits match nothing.
            if let query = SearchText.query(words, whole: whole) {
                add("search MATCH ?", query)
            } else {
                conditions.append("0")
            }
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

/// The pictures that a search finds, counted by year, country, camera and kind.
package struct SearchFacets: Sendable, Hashable {
    /// A value and the number of its pictures.
    package struct Count: Sendable, Hashable {
        package var value: String
        /// The value as shown to users.
        package var title: String
        /// The number of pictures.
        package var count: Int
    }

    /// The number of pictures found.
    package var total = 0
    /// By year, the latest first.
    package var years: [Count] = []
    /// By country, the most first.
    package var countries: [Count] = []
    /// By camera, the most first.
    package var cameras: [Count] = []
    /// By kind of file, the most first.
    package var kinds: [Count] = []
    /// Whether only the first pictures were counted, because there are too many to count all.
    package var isPartial = false
}

extension AlbumLibrary {
    /// Returns the pictures that a search finds, the latest first; pictures without a time come last.
    package func search(_ search: PictureSearch, limit: Int = 500, offset: Int = 0) throws(AlbumsError) -> [AlbumPhoto]
    {
        let (sql, arguments) = search.selection
        return try read { db in
            if let query = search.onlyWords, try Self.count(query, db) > Self.maximumCounted {
                return try Self.latest(query, limit: limit, offset: offset, db)
            }
            return try Row.fetchAll(
                db, sql: "SELECT photo.* \(sql) ORDER BY time DESC, photo.id DESC LIMIT ? OFFSET ?",
                arguments: arguments + [limit, offset]
            ).map(AlbumPhoto.init(row:))
        }
    }

    /// Counts the matches of an index query without reading the pictures.
    private static func count(_ query: String, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM search WHERE search MATCH ?", arguments: [query]) ?? 0
    }

    /// The numbers of rows are below this.
    private static let maximumRows: Int64 = 1 << 30

    /// Returns the latest matches of an index query that has too many to sort by time within seconds. Goes through all
    /// pictures, the latest first, and keeps those that match.
    private static func latest(_ query: String, limit: Int, offset: Int, _ db: Database) throws -> [AlbumPhoto] {
        var matches: [UInt64] = []
        let ids = try Int64.fetchCursor(db, sql: "SELECT rowid FROM search WHERE search MATCH ?", arguments: [query])
        // The database numbers rows from 1; only damage explains others, for which no memory is allocated.
        while let id = try ids.next() {
            guard (0..<Self.maximumRows).contains(id) else { continue }
            let word = Int(id >> 6)
            if word >= matches.count { matches += Array(repeating: 0, count: max(1024, word + 1 - matches.count)) }
            matches[word] |= 1 << UInt64(id & 63)
        }
        var found: [AlbumPhoto] = []
        var skipped = 0
        let read = try db.makeStatement(sql: "SELECT * FROM photo WHERE id = ?")
        let latest = try Int64.fetchCursor(db, sql: "SELECT id FROM photo ORDER BY time DESC, id DESC")
        while found.count < limit, let id = try latest.next() {
            guard (0..<Self.maximumRows).contains(id) else { continue }
            let word = Int(id >> 6)
            guard word < matches.count, matches[word] & (1 << UInt64(id & 63)) != 0 else { continue }
            if skipped < offset {
                skipped += 1
            } else if let row = try Row.fetchOne(read, arguments: [id]) {
                found.append(AlbumPhoto(row: row))
            }
        }
        return found
    }

    /// The maximum number of pictures that are counted one by one.
    static let maximumCounted = 50_000

    /// Returns how many pictures a search finds, in total and by year, country, camera and kind.
    package func facets(_ search: PictureSearch) throws(AlbumsError) -> SearchFacets {
        let (sql, arguments) = search.selection
        return try read { db in
            var facets = SearchFacets()
            facets.total =
                if let query = search.onlyWords { try Self.count(query, db) } else {
                    try Int.fetchOne(db, sql: "SELECT COUNT(*) \(sql)", arguments: arguments) ?? 0
                }
            facets.isPartial = facets.total > Self.maximumCounted
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT time, countryCode, country, camera, type, animated
                    \(sql) LIMIT \(Self.maximumCounted)
                    """, arguments: arguments)
            var years: [Int: Int] = [:]
            var countries: [String: (title: String, count: Int)] = [:]
            var cameras: [String: Int] = [:]
            var kinds: [String: Int] = [:]
            while let row = try rows.next() {
                if let year = (row[0] as Double?).flatMap({ CivilDate(seconds: $0)?.year }) {
                    years[year, default: 0] += 1
                }
                if let code = row[1] as String?, !code.isEmpty {
                    countries[code, default: (row[2] ?? code, 0)].count += 1
                    if let name = row[2] as String? { countries[code]?.title = name }
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
