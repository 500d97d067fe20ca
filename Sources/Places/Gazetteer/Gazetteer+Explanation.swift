package import UprightFormats

extension Gazetteer {
    /// Returns the place of a position, with the polygon, the candidates and their weights.
    package func explanation(of position: Position, language: String? = nil) -> GazetteerExplanation {
        let match = match(latitude: position.latitude, longitude: position.longitude)
        var explanation = GazetteerExplanation(
            place: place(at: position, language: language), timeZone: timeZone(at: position),
            polygon: .init(relation: "nowhere", givesRegion: false), candidates: [],
            override: override(at: position))
        guard let match else { return explanation }
        var polygon: Borders.Polygon
        switch match.containment {
        case .nowhere: return explanation
        case .island(let city, let kilometres):
            polygon = Borders.Polygon(country: match.country, region: 0, stretches: 0..<0)
            explanation.polygon.relation = kilometres > Self.snap ? "offshore" : "island"
            explanation.polygon.kilometres = kilometres
            explanation.polygon.code = regions[Int(cities.region[city])].code
        case .inside(let number):
            polygon = borders.polygons[number]
            explanation.polygon.relation = "inside"
        case .near(let number, let kilometres):
            polygon = borders.polygons[number]
            explanation.polygon.relation = kilometres > Self.snap ? "offshore" : "snapped"
            explanation.polygon.kilometres = kilometres
        }
        explanation.polygon.givesRegion = polygon.region != 0
        explanation.polygon.code =
            explanation.polygon.code
            ?? (polygon.region != 0 ? regions[Int(polygon.region)].code : countries[Int(polygon.country)].code)
        guard !match.isOffshore else { return explanation }

        let query = CityTree.vector(latitude: position.latitude, longitude: position.longitude)
        if let crossing = match.crossing {
            explanation.witness = witness(of: crossing, around: query)
            explanation.polygon.givesRegion = false
            polygon = Borders.Polygon(country: crossing.country, region: crossing.region, stretches: 0..<0)
        }
        let found = candidates(around: query, in: polygon)
        var rows: [Int: GazetteerExplanation.Candidate] = [:]
        func addCandidate(_ city: Int, _ chord: Float, _ among: String) {
            if rows[city] != nil {
                rows[city]?.among += ", " + among
            } else {
                rows[city] = candidate(city, chord, among, isChosen: city == match.city)
            }
        }
        for rank in 0..<found.near.count { addCandidate(found.near.index(rank), found.near.chord(rank), "nearest") }
        for rank in 0..<found.big.count { addCandidate(found.big.index(rank), found.big.chord(rank), "big") }
        explanation.candidates = rows.values.sorted {
            ($0.isChosen ? 0 : 1, $0.weight, $0.name) < ($1.isChosen ? 0 : 1, $1.weight, $1.name)
        }
        return explanation
    }

    private func witness(
        of crossing: BorderCrossing, around query: SIMD4<Float>
    ) -> GazetteerExplanation.Candidate {
        switch crossing.witness {
        case .place(let city):
            let difference = cities.tree.points[city] - query
            return candidate(city, (difference * difference).sum(), "witness", isChosen: false)
        case .point(let number):
            let point = BorderPoint.all[number]
            let difference = CityTree.vector(latitude: point.latitude, longitude: point.longitude) - query
            return .init(
                name: point.name, region: point.region, population: 0,
                distance: CityTree.kilometres(chord: (difference * difference).sum()), radius: 0, weight: 0,
                among: "border point", isChosen: false)
        }
    }

    private func candidate(
        _ city: Int, _ chord: Float, _ among: String, isChosen: Bool
    ) -> GazetteerExplanation.Candidate {
        let distance = CityTree.kilometres(chord: chord)
        let radius = Double(cities.radius[city])
        return .init(
            name: cities.name(city), region: regions[Int(cities.region[city])].code,
            population: Int(cities.population[city]), distance: distance, radius: radius, weight: distance / radius,
            among: among, isChosen: isChosen)
    }
}
