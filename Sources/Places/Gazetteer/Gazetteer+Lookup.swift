internal import UprightBase
package import UprightFormats

extension Gazetteer {
    /// Returns the place at a position; nil on the open sea.
    ///
    /// - Parameter language: an IETF language tag (`de`, `zh-Hant`); nil for the data's default names. A city without a name
    ///   in the language has its local name.
    package func place(at position: Position, language: String? = nil) -> Place? {
        let match = match(latitude: position.latitude, longitude: position.longitude)
        var place = match.map { match in
            let place = self.place(for: match, language: language)
            guard !match.isOffshore else { return place }
            return bound(
                inPrefecture(place, of: match, at: position, language: language), at: position, language: language)
        }
        if let override = override(at: position) {
            place = override.applied(to: place)
        }
        return place
    }

    /// Returns the IANA time zone of a position: that of the nearest place in the same country within 200 km, otherwise
    /// of the region or country. Far from land it is the nautical zone, one for each 15 degrees.
    package func timeZone(at position: Position) -> String? {
        guard let match = match(latitude: position.latitude, longitude: position.longitude) else {
            return Self.nauticalZone(at: position)
        }
        if let city = match.city { return zones[Int(cities.zone[city])] }
        var nearest = Nearest<1>()
        let limit = CityTree.chord(kilometres: 200)
        cities.tree.search(
            around: CityTree.vector(latitude: position.latitude, longitude: position.longitude), within: limit
        ) { city, chord in
            if cities.country[city] == match.country { nearest.insert(city, chord) }
            return nearest.bound(limit)
        }
        if nearest.count > 0 { return zones[Int(cities.zone[nearest.index(0)])] }
        let region = regions.indices.contains(Int(match.region)) ? regions[Int(match.region)] : regions[0]
        if !region.zone.isEmpty { return region.zone }
        return regions.first { $0.country == match.country && !$0.code.isEmpty && !$0.zone.isEmpty }?.zone
    }

    /// Returns the nautical zone at a position, whose name in the tz database has the opposite sign: `Etc/GMT+8` is UTC−08:00.
    static func nauticalZone(at position: Position) -> String {
        let hours = Int(saturating: (position.longitude / 15).rounded())
        return hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(hours.magnitude)"
    }

    package static func isNautical(_ zone: String) -> Bool { zone.hasPrefix("Etc/GMT") }

    /// Returns the override that applies at a position; of several, the one whose centre is nearest.
    func override(at position: Position) -> PlaceOverride? {
        overrides.map { ($0, $0.position.distance(to: position) * 1000) }
            .filter { $0.1 <= $0.0.radius }.min { $0.1 < $1.1 }?.0
    }

    func place(for match: GazetteerMatch, language: String?) -> Place {
        let country = countries[Int(match.country)]
        let region = regions[Int(match.region)]
        let county = match.city.map { counties[Int(cities.county[$0])] } ?? ""
        var place = Place(
            countryCode: country.code, country: country.name, region: region.name.isEmpty ? nil : region.name,
            regionCode: region.name.isEmpty ? nil : region.code, county: county.isEmpty ? nil : county,
            city: match.city.map(cities.name), isOffshore: match.isOffshore, source: source)
        guard let names = language.flatMap({ self.names(in: LanguageTag($0)) }) else { return place }
        place.country = names.countries[country.code] ?? country.name
        // In another script, a region without a name is omitted: its default name is often English.
        place.region = names.regions[Int(match.region)] ?? (names.isLatin ? place.region : nil)
        if let name = match.city.flatMap({ names.cities[$0] }), name != place.city {
            place.ownCity = place.city
            place.city = name
        }
        if !names.isLatin { place.county = nil }
        return place
    }
}

extension PlaceOverride {
    /// Returns the place with the names of the override.
    func applied(to place: Place?) -> Place {
        var place = place ?? Place(countryCode: "", country: "", source: "")
        place.city = name
        place.district = district
        if let region {
            place.region = region
            place.regionCode = nil
        }
        if let country { place.country = country }
        if let countryCode { place.countryCode = countryCode }
        place.isOffshore = false
        place.source = "override"
        return place
    }
}
