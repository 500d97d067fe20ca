/// What a gazetteer's data is: version, sources with their licences, counts.
public struct GazetteerAbout: Hashable, Sendable {
    /// Names the data and its version; kept with every place that it gave.
    public let version: String
    /// The line to show where the data is used.
    public let attribution: String
    /// Each source with its licence and digest.
    public let sources: [String]
    /// Languages that regions have names in.
    public let languages: [String]
    /// How many cities, sections, regions, countries, polygons and points there are, in the file's order.
    public let counts: [Count]

    /// How many of something.
    public struct Count: Hashable, Sendable {
        /// What is counted.
        public let name: String
        /// How many.
        public let count: Int
    }

    init(_ table: [[String]]) {
        var version = "unknown"
        var attribution = ""
        var sources: [String] = []
        var languages: [String] = []
        var counts: [Count] = []
        for fields in table where fields.count == 2 {
            switch fields[0] {
            case "version": version = fields[1]
            case "attribution": attribution = fields[1]
            case "source": sources.append(fields[1])
            case "languages": languages = fields[1].split(separator: " ").map(String.init)
            case "format": break
            default: if let count = Int(fields[1]) { counts.append(Count(name: fields[0], count: count)) }
            }
        }
        self.version = version
        self.attribution = attribution
        self.sources = sources
        self.languages = languages
        self.counts = counts
    }
}
