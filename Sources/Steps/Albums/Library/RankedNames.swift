/// Names of pictures' countries, regions or cities, the most frequent first.
///
/// Each has its name in the user's language, if a picture has that. The same place can have two names: a place whose
/// city or region has no name in that language has all its names as the data has them.
package struct RankedNames {
    /// A place.
    package struct Entry: Hashable {
        /// The name.
        package var name: String
        /// The number of pictures.
        package var count: Int
        /// Whether the name is the data's own, because the user's language has none.
        package var isFallback: Bool
    }

    /// The places.
    package let entries: [Entry]

    /// Counts names.
    ///
    /// - Parameter names: for each place, what distinguishes it in any language, its name, whether that is the data's own, and
    ///   the number of pictures.
    package init(_ names: some Sequence<(key: String, name: String, isFallback: Bool, count: Int)>) {
        var counts: [String: [Entry]] = [:]
        for (key, name, isFallback, count) in names where !name.isEmpty {
            let known = counts[key, default: []].firstIndex { $0.name == name && $0.isFallback == isFallback }
            if let known {
                counts[key]?[known].count += count
            } else {
                counts[key, default: []].append(Entry(name: name, count: count, isFallback: isFallback))
            }
        }
        entries = counts.values.compactMap { entries in
            let best = entries.min {
                ($0.isFallback ? 1 : 0, -$0.count, $0.name) < ($1.isFallback ? 1 : 0, -$1.count, $1.name)
            }
            return best.map {
                Entry(name: $0.name, count: entries.reduce(0) { $0 + $1.count }, isFallback: $0.isFallback)
            }
        }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
