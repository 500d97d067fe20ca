/// Names of pictures' countries, regions or cities, the most frequent first.
///
/// The same place can have two names, one from the gazetteer and one from a geocoder: the more frequent counts.
package struct RankedNames {
    /// A place.
    package struct Entry: Hashable {
        package var name: String
        /// The number of pictures.
        package var count: Int
    }

    /// The places.
    package let entries: [Entry]

    /// Counts names.
    ///
    /// - Parameter names: for each place, what distinguishes it in any language, its name, and the number of pictures.
    package init(_ names: some Sequence<(key: String, name: String, count: Int)>) {
        var counts: [String: [String: Int]] = [:]
        for (key, name, count) in names where !name.isEmpty { counts[key, default: [:]][name, default: 0] += count }
        entries = counts.values.compactMap { names in
            let best = names.min { ($1.value, $0.key) < ($0.value, $1.key) }
            return best.map { Entry(name: $0.key, count: names.values.reduce(0, +)) }
        }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
