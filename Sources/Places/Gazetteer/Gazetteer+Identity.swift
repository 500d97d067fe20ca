internal import Foundation
package import UprightFormats

extension Gazetteer {
    /// The distance in kilometres within which a geocoder's city is looked for among the places.
    private static let identityReach = 60.0

    /// Returns the default name of the city that a geocoder means, so that its pictures and those that the gazetteer placed are in
    /// one album; nil if no place nearby has that name in a known language.
    ///
    /// - Parameter languages: the languages to compare names in, besides the data's own.
    package func city(_ name: String, near position: Position, countryCode: String, languages: [String]) -> String? {
        let wanted = Self.stem(name)
        if let prefecture = prefecture(wanted, at: position) { return prefecture }
        let names = languages.compactMap { self.names(in: LanguageTag($0)) }
        let reach = CityTree.chord(kilometres: Self.identityReach)
        var best: (city: Int, population: UInt32)?
        cities.tree.search(
            around: CityTree.vector(latitude: position.latitude, longitude: position.longitude), within: reach
        ) { city, _ in
            guard countries[Int(cities.country[city])].code == countryCode, !cities.isSection[city],
                cities.population[city] >= best?.population ?? 0
            else { return reach }
            if ([cities.name(city)] + names.compactMap { $0.cities[city] }).contains(where: { Self.stem($0) == wanted })
            {
                best = (city, cities.population[city])
            }
            return reach
        }
        return best.map { cities.name($0.city) }
    }

    /// Returns the code of the region that a geocoder means; nil if the country has none with that name in a known language.
    package func regionCode(_ name: String, countryCode: String, languages: [String]) -> String? {
        let wanted = Self.stem(name)
        let names = languages.compactMap { self.names(in: LanguageTag($0)) }
        let number = regions.indices.first { number in
            countries[Int(regions[number].country)].code == countryCode && !regions[number].name.isEmpty
                && ([regions[number].name] + names.compactMap { $0.regions[number] })
                    .contains { Self.stem($0) == wanted }
        }
        return number.map { regions[$0].code }
    }

    /// A name without case, accents and the word for the kind of place: `北京市` and `北京` are one city.
    static func stem(_ name: String) -> String {
        let folded = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        let kinds = [
            "特别行政区", "壮族自治区", "回族自治区", "维吾尔自治区", "自治区", "自治州", "地区", "省", "市", "州", "县", "縣",
            "府", "都", "県", " city", " province", "특별시", "광역시", "시",
        ]
        guard let kind = kinds.first(where: { folded.hasSuffix($0) && folded.count >= $0.count + 2 }) else {
            return folded
        }
        return String(folded.dropLast(kind.count))
    }
}
