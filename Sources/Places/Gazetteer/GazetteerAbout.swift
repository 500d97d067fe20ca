/// A description of a gazetteer's data: version, sources with their licences, counts.
package struct GazetteerAbout: Hashable, Sendable {
    /// The name and version of the data; stored with every place from it.
    package let version: String
    /// The attribution to show wherever the data is used.
    package let attribution: String
    /// Each source with its licence and digest.
    package let sources: [String]
    /// The languages that have names of regions.
    package let languages: [String]
    /// The numbers of cities, sections, regions, countries, polygons and points, in the file's order.
    package let counts: [Count]

    /// A count.
    package struct Count: Hashable, Sendable {
        /// What is counted.
        package let name: String
        package let count: Int
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
