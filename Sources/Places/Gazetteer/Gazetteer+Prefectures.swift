internal import UprightFormats

extension Gazetteer {
    /// How far the place that has a prefecture's name can be from its official position, in kilometres.
    private static let seatReach = 60.0

    /// Sets the city of a place in mainland China to its prefecture.
    func inPrefecture(_ place: Place, of match: GazetteerMatch, at position: Position, language: String?) -> Place {
        let point = CityTree.vector(latitude: position.latitude, longitude: position.longitude)
        guard let number = prefectures.prefecture(at: point, in: match.region) else { return place }
        let own = prefectures.all[number].name
        let name = name(of: number, in: match.region, language) ?? own
        var place = place
        (place.city, place.ownCity) = (name, name == own ? nil : own)
        return place
    }

    /// Returns the name of a prefecture in a language: its own, or that of the place with its name.
    private func name(of prefecture: Int, in region: UInt16, _ language: String?) -> String? {
        guard let tag = language.map({ LanguageTag($0) }) else { return nil }
        let prefecture = prefectures.all[prefecture]
        if let name = prefecture.names[tag.gazetteer] { return name }
        guard let names = names(in: tag) else { return nil }
        let reach = CityTree.chord(kilometres: Self.seatReach)
        var best: (name: String, population: UInt32)?
        cities.tree.search(
            around: CityTree.vector(latitude: prefecture.latitude, longitude: prefecture.longitude), within: reach
        ) { city, _ in
            if cities.region[city] == region, cities.population[city] >= best?.population ?? 0,
                let name = names.cities[city], cities.name(city) == prefecture.name
            {
                best = (name, cities.population[city])
            }
            return reach
        }
        return best?.name
    }

    /// Returns the default name of the prefecture that a geocoder means; nil if the region around a position has none with that name.
    func prefecture(_ stem: String, at position: Position) -> String? {
        let match = match(latitude: position.latitude, longitude: position.longitude)
        for number in prefectures.ofRegions[match?.region ?? 0] ?? [] {
            let known = prefectures.all[number]
            if ([known.name] + known.names.values).contains(where: { Self.stem($0) == stem }) {
                return known.name
            }
        }
        return nil
    }
}
