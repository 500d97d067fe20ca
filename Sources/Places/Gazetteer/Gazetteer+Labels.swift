internal import UprightFormats

extension Gazetteer {
    /// A label on a map.
    package struct Label: Sendable, Hashable {
        /// The place's name.
        package var name: String
        /// Degrees north.
        package var latitude: Double
        /// Degrees east.
        package var longitude: Double
        /// The place's population.
        package var population: Int
    }

    /// Returns the places in a box with the largest populations, the largest first, without sections of cities.
    ///
    /// - Parameter language: an IETF language tag; nil for the data's default names. A place without a name in the language has
    ///   its default name.
    package func places(in box: MapOutlines.Box, most: Int, language: String? = nil) -> [Label] {
        func within(_ value: Int32, _ low: Double, _ high: Double) -> Bool {
            Double(value) >= low * 1e5 && Double(value) < high * 1e5
        }
        let found = (0..<cities.count).filter {
            !cities.isSection[$0] && within(cities.latitude[$0], box.south, box.north)
                && within(cities.longitude[$0], box.west, box.east)
        }
        let leading = found.sorted {
            (cities.population[$1], $0) < (cities.population[$0], $1)
        }.prefix(max(0, most))
        let names = language.flatMap { self.names(in: LanguageTag($0)) }
        return leading.map {
            Label(
                name: names?.cities[$0] ?? cities.name($0), latitude: Double(cities.latitude[$0]) / 1e5,
                longitude: Double(cities.longitude[$0]) / 1e5, population: Int(cities.population[$0]))
        }
    }
}
