internal import UprightFormats

/// The match of a position, in numbers: cheap to compute; ``Gazetteer/place(at:language:)`` converts it to names.
struct GazetteerMatch: Equatable, Sendable {
    var country: UInt8
    /// The region; 0 if it is unknown.
    var region: UInt16
    var city: Int?
    var isOffshore: Bool
    var containment: Borders.Containment
    /// The other side of a drawn border, if the position belongs there.
    var crossing: BorderCrossing?
}

extension Gazetteer {
    /// The distance from the coast in kilometres within which a position counts as on land.
    static let snap = 5.0
    /// The distance from the coast in kilometres within which the country is returned.
    static let offshore = 22.0
    /// The distance in kilometres beyond which no place is returned.
    static let reach = 25.0
    /// The distance in kilometres within which a place can contradict a border.
    static let witnessReach = 2.0

    private static let reachChord = CityTree.chord(kilometres: reach)
    private static let witnessChord = CityTree.chord(kilometres: witnessReach)

    /// The candidates for the city of a position.
    struct Candidates {
        var near = Nearest<16>()
        var big = Nearest<8>()
        /// Places of the country whose region is another one, and which may be drawn in the region.
        var strays = Nearest<8>()
        /// The region's sections of cities: Banqiao and others are all that New Taipei has.
        var sections = Nearest<16>()
        /// Places of other countries within ``Gazetteer/witnessReach``.
        var foreign = Nearest<4>()
        /// The squared chord of the nearest place of the country, including sections.
        var own = Float.infinity
    }

    func match(latitude: Double, longitude: Double) -> GazetteerMatch? {
        let containment = borders.containment(latitude: latitude, longitude: longitude, reach: Self.offshore)
        let query = CityTree.vector(latitude: latitude, longitude: longitude)
        switch containment {
        case .inside(let polygon):
            return match(in: borders.polygons[polygon], number: polygon, around: query, containment)
        case .near(let polygon, let kilometres) where kilometres <= Self.snap:
            return match(in: borders.polygons[polygon], number: polygon, around: query, containment)
        case .near, .island, .nowhere:
            break
        }
        // An island that is too small for the polygons counts as land around the place on it.
        if let (island, distance) = island(around: query) {
            let land = Borders.Polygon(country: cities.country[island], region: 0, stretches: 0..<0)
            let containment = Borders.Containment.island(city: island, kilometres: distance)
            if distance <= Self.snap { return match(in: land, number: nil, around: query, containment) }
            if case .nowhere = borders.containment(latitude: latitude, longitude: longitude, reach: distance) {
                return GazetteerMatch(country: land.country, region: 0, isOffshore: true, containment: containment)
            }
        }
        guard case .near(let polygon, _) = containment else { return nil }
        return GazetteerMatch(
            country: borders.polygons[polygon].country, region: 0, isOffshore: true, containment: containment)
    }

    private func match(
        in polygon: Borders.Polygon, number: Int?, around query: SIMD4<Float>, _ containment: Borders.Containment
    ) -> GazetteerMatch {
        var polygon = polygon
        var found = candidates(around: query, in: polygon)
        var crossing: BorderCrossing?
        if let witness = witness(among: found) {
            crossing = BorderCrossing(country: cities.country[witness], region: 0, witness: .place(witness))
        } else if let number {
            let (latitude, longitude) = CityTree.degrees(query)
            crossing = self.crossing(from: number, latitude: latitude, longitude: longitude, around: query)
        }
        if let crossing {
            polygon = Borders.Polygon(country: crossing.country, region: crossing.region, stretches: 0..<0)
            found = candidates(around: query, in: polygon)
        }
        let city = choice(among: found)
        return GazetteerMatch(
            country: polygon.country,
            region: polygon.region != 0 ? polygon.region : city.map { cities.region[$0] } ?? 0,
            city: city, isOffshore: false, containment: containment, crossing: crossing)
    }

    /// Returns the place of another country that shows that the border is drawn wrongly. At 1:10 million, borders are
    /// off by a kilometre or two, and exclaves can be too small to be drawn at all.
    ///
    /// The place must be nearer than every place of the drawn country, and the position must be deeper in its radius
    /// than in any of theirs, so that the Vatican does not reach into Rome. A place that the polygons put outside its
    /// own country counts within its built-up area, `0.015 * sqrt(population)` km; one inside its country counts within
    /// a kilometre, and with twice its distance.
    private func witness(among found: Candidates) -> Int? {
        for rank in 0..<found.foreign.count {
            let (city, chord) = (found.foreign.index(rank), found.foreign.chord(rank))
            guard chord < found.own else { return nil }
            let kilometres = CityTree.kilometres(chord: chord)
            // Chords are squared.
            let isClose = kilometres < 1 && 4 * chord < found.own
            guard isClose || kilometres * kilometres < 0.000_225 * Double(cities.population[city]) else { continue }
            guard kilometres / Double(cities.radius[city]) < minimumWeight(among: found) else { continue }
            if isClose || isMisplaced(city) { return city }
        }
        return nil
    }

    private func minimumWeight(among found: Candidates) -> Double {
        var least = Double.infinity
        func consider(_ city: Int, _ chord: Float) {
            least = min(least, CityTree.kilometres(chord: chord) / Double(cities.radius[city]))
        }
        for rank in 0..<found.near.count { consider(found.near.index(rank), found.near.chord(rank)) }
        for rank in 0..<found.big.count { consider(found.big.index(rank), found.big.chord(rank)) }
        return least
    }

    /// Whether the polygons put a place into a country other than its own.
    private func isMisplaced(_ city: Int) -> Bool {
        let containment = borders.containment(
            latitude: Double(cities.latitude[city]) / 1e5, longitude: Double(cities.longitude[city]) / 1e5,
            reach: Self.snap)
        switch containment {
        case .inside(let polygon), .near(let polygon, _):
            return borders.polygons[polygon].country != cities.country[city]
        case .island, .nowhere: return false
        }
    }

    /// Returns the nearest place that is in no polygon, with the distance in kilometres to the edge of its radius.
    private func island(around query: SIMD4<Float>) -> (city: Int, kilometres: Double)? {
        var nearest = Nearest<4>()
        cities.tree.search(around: query, within: Self.reachChord) { city, chord in
            nearest.insert(city, chord)
            return nearest.bound(Self.reachChord)
        }
        for rank in 0..<nearest.count {
            let city = nearest.index(rank)
            let kilometres = max(0, CityTree.kilometres(chord: nearest.chord(rank)) - Double(cities.radius[city]))
            guard kilometres <= Self.offshore else { return nil }
            let there = borders.containment(
                latitude: Double(cities.latitude[city]) / 1e5, longitude: Double(cities.longitude[city]) / 1e5,
                reach: Self.snap)
            if there == .nowhere { return (city, kilometres) }
        }
        return nil
    }

    /// Returns the nearest places and the nearest big places within a polygon's country and region, without sections of
    /// cities.
    func candidates(around query: SIMD4<Float>, in polygon: Borders.Polygon) -> Candidates {
        var found = Candidates()
        let regions = cities.region
        let countries = cities.country
        let isSection = cities.isSection
        func belongs(_ city: Int) -> Bool {
            polygon.region != 0
                ? regions[city] == polygon.region : countries[city] == polygon.country
        }
        let reach = Self.reachChord
        var bound = reach
        cities.tree.search(around: query, within: reach) { city, chord in
            if countries[city] == polygon.country {
                found.own = min(found.own, chord)
            } else if chord < Self.witnessChord {
                found.foreign.insert(city, chord)
            }
            if isSection[city] {
                if polygon.region != 0, belongs(city) { found.sections.insert(city, chord) }
            } else if belongs(city) {
                found.near.insert(city, chord)
                bound = found.near.bound(reach)
            } else if countries[city] == polygon.country {
                found.strays.insert(city, chord)
            }
            return bound
        }
        let big = cities.big
        cities.bigTree.search(around: query, within: reach) { slot, chord in
            let city = Int(big[slot])
            if belongs(city) {
                found.big.insert(city, chord)
            } else if countries[city] == polygon.country {
                found.strays.insert(city, chord)
            }
            return found.big.bound(reach)
        }
        takeStrays(in: polygon, among: &found)
        return found
    }

    /// Adds the places that the polygons draw in a region although GeoNames has them in another: Minsk is a region of its own there,
    /// and lies in the one around it here. Those count that the position is in, or any if the region has no place nearby.
    private func takeStrays(in polygon: Borders.Polygon, among found: inout Candidates) {
        let isEmpty = found.near.count == 0
        for rank in 0..<found.strays.count {
            let (city, chord) = (found.strays.index(rank), found.strays.chord(rank))
            guard isEmpty || CityTree.kilometres(chord: chord) <= 1.5 * Double(cities.radius[city]),
                drawnRegion(of: city) == polygon.region
            else { continue }
            found.near.insert(city, chord)
            if cities.population[city] >= 50_000 { found.big.insert(city, chord) }
        }
        guard found.near.count == 0 else { return }
        for rank in 0..<found.sections.count {
            found.near.insert(found.sections.index(rank), found.sections.chord(rank))
        }
    }

    /// Returns the region that a place is drawn in; 0 if there is none.
    private func drawnRegion(of city: Int) -> UInt16 {
        switch borders.containment(
            latitude: Double(cities.latitude[city]) / 1e5, longitude: Double(cities.longitude[city]) / 1e5,
            reach: Self.snap)
        {
        case .inside(let polygon), .near(let polygon, _): borders.polygons[polygon].region
        case .island, .nowhere: 0
        }
    }

    /// Returns the place whose radius the position is deepest in; otherwise the nearest.
    private func choice(among found: Candidates) -> Int? {
        var best: (city: Int, weight: Double)?
        func consider(_ city: Int, _ chord: Float) {
            let weight = CityTree.kilometres(chord: chord) / Double(cities.radius[city])
            if weight <= 1.5, weight < best?.weight ?? .infinity { best = (city, weight) }
        }
        for rank in 0..<found.near.count { consider(found.near.index(rank), found.near.chord(rank)) }
        for rank in 0..<found.big.count { consider(found.big.index(rank), found.big.chord(rank)) }
        return best?.city ?? (found.near.count > 0 ? found.near.index(0) : nil)
    }
}
