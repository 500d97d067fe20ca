public import UprightGeodata

extension Gazetteer {
    /// Returns the place at a position; nil on the open sea.
    ///
    /// - Parameter language: an IETF language tag (`de`, `zh-Hant`); nil for the data's default names. All names of a
    ///   place are in one language: if the data lacks one of them, all are the default names.
    public func place(at position: Position, language: String? = nil) -> Place? {
        let match = match(latitude: position.latitude, longitude: position.longitude)
        var place = match.map { self.place(for: $0, language: language) }
        if let override = override(at: position) {
            place = override.applied(to: place)
        }
        return place
    }

    /// Returns the IANA time zone of a position: that of the nearest place in the same country within 200 km, otherwise
    /// of the region or country. Nil if the position is nowhere.
    public func timeZone(at position: Position) -> String? {
        guard let match = match(latitude: position.latitude, longitude: position.longitude) else { return nil }
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
            city: match.city.map(cities.name), district: match.district.map(cities.name),
            isOffshore: match.isOffshore, source: source)
        guard let names = language.flatMap({ self.names(in: LanguageTag($0)) }) else { return place }
        let (ownCity, ownDistrict) = (place.city, place.district)
        let cityName = match.city.flatMap { names.cities[$0] }
        let regionName = names.regions[Int(match.region)]
        let isWhole = names.countries[country.code] != nil && (names.isLatin || cityName != nil || ownCity == nil)
        guard isWhole else {
            place.fellBack = true
            return place
        }
        place.country = names.countries[country.code] ?? country.name
        // Without a name in the language the region is omitted, rather than its city and country named in another.
        let keepsOwnRegion = names.isLatin && !names.regions.isEmpty
        place.region = regionName ?? (keepsOwnRegion ? place.region : nil)
        place.city = cityName ?? ownCity
        if place.city != ownCity { place.ownCity = ownCity }
        let district = match.district.flatMap { names.cities[$0] }
        // In a language with another script, leave out an untranslated name.
        place.district = district ?? (names.isLatin ? ownDistrict : nil)
        if place.district != ownDistrict { place.ownDistrict = ownDistrict }
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
