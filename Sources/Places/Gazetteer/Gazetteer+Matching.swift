internal import UprightGeodata

/// What a position matched, in numbers: cheap to make, turned into names by ``Gazetteer/place(at:language:)``.
struct GazetteerMatch: Equatable, Sendable {
    var country: UInt8
    /// 0 where none is known.
    var region: UInt16
    var city: Int?
    var district: Int?
    var isOffshore: Bool
    var containment: Borders.Containment
    /// The other side of a border as it is drawn, where the position belongs to it.
    var crossing: BorderCrossing?
}

extension Gazetteer {
    /// Kilometres off the coast within which a position counts as on land.
    static let snap = 5.0
    /// Kilometres off the coast within which the country is given.
    static let offshore = 22.0
    /// Kilometres beyond which no place is given.
    static let reach = 25.0
    /// Kilometres within which a section counts.
    static let sectionReach = 3.0
    /// Kilometres within which a place can stand against a border.
    static let witnessReach = 2.0

    private static let reachChord = CityTree.chord(kilometres: reach)
    private static let sectionChord = CityTree.chord(kilometres: sectionReach)
    private static let witnessChord = CityTree.chord(kilometres: witnessReach)

    /// The candidates for the city of a position.
    struct Candidates {
        var near = Nearest<16>()
        var big = Nearest<8>()
        var sections = Nearest<1>()
        /// Places of other countries within ``Gazetteer/witnessReach``.
        var foreign = Nearest<4>()
        /// Squared chord of the nearest place of the country, section or not.
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
        // An island too small for the polygons, but with a place on it, counts as land around that place.
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
            city: city, district: district(among: found, of: city), isOffshore: false, containment: containment,
            crossing: crossing)
    }

    /// The place of another country that shows that the border is drawn on its wrong side, as happens by a kilometre or
    /// two at 1:10 million, and to exclaves that are too small to be drawn at all.
    ///
    /// It is nearer than every place of the country that is drawn, and the position lies deeper in its radius than in any
    /// of theirs: the Vatican does not reach into Rome. A place that the polygons put outside its own country counts as
    /// far as it is built up, `0.015 * sqrt(population)` km; one inside it counts within a kilometre, and as twice as far
    /// away.
    private func witness(among found: Candidates) -> Int? {
        for rank in 0..<found.foreign.count {
            let (city, chord) = (found.foreign.index(rank), found.foreign.chord(rank))
            guard chord < found.own else { return nil }
            let kilometres = CityTree.kilometres(chord: chord)
            // Chords are squared.
            let isClose = kilometres < 1 && 4 * chord < found.own
            guard isClose || kilometres * kilometres < 0.000_225 * Double(cities.population[city]) else { continue }
            guard kilometres / Double(cities.radius[city]) < leastWeight(among: found) else { continue }
            if isClose || isMisplaced(city) { return city }
        }
        return nil
    }

    private func leastWeight(among found: Candidates) -> Double {
        var least = Double.infinity
        func weigh(_ city: Int, _ chord: Float) {
            least = min(least, CityTree.kilometres(chord: chord) / Double(cities.radius[city]))
        }
        for rank in 0..<found.near.count { weigh(found.near.index(rank), found.near.chord(rank)) }
        for rank in 0..<found.big.count { weigh(found.big.index(rank), found.big.chord(rank)) }
        return least
    }

    /// Whether the polygons put a place into another country than its own.
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

    /// The nearest place that lies in no polygon, with the kilometres to the edge of its radius.
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

    /// The nearest places, the nearest big ones and the nearest section, inside a polygon's country and region.
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
        let sectionReach = Self.sectionChord
        var bound = reach
        cities.tree.search(around: query, within: reach) { city, chord in
            if countries[city] == polygon.country {
                found.own = min(found.own, chord)
            } else if chord < Self.witnessChord {
                found.foreign.insert(city, chord)
            }
            if belongs(city) {
                if isSection[city] {
                    if chord < sectionReach { found.sections.insert(city, chord) }
                } else {
                    found.near.insert(city, chord)
                }
                bound = max(found.near.bound(reach), found.sections.bound(sectionReach))
            }
            return bound
        }
        let big = cities.big
        cities.bigTree.search(around: query, within: reach) { slot, chord in
            let city = Int(big[slot])
            if belongs(city) { found.big.insert(city, chord) }
            return found.big.bound(reach)
        }
        return found
    }

    /// The one whose radius the position lies deepest in; else the nearest.
    private func choice(among found: Candidates) -> Int? {
        var best: (city: Int, weight: Double)?
        func weigh(_ city: Int, _ chord: Float) {
            let weight = CityTree.kilometres(chord: chord) / Double(cities.radius[city])
            if weight <= 1.5, weight < best?.weight ?? .infinity { best = (city, weight) }
        }
        for rank in 0..<found.near.count { weigh(found.near.index(rank), found.near.chord(rank)) }
        for rank in 0..<found.big.count { weigh(found.big.index(rank), found.big.chord(rank)) }
        return best?.city ?? (found.near.count > 0 ? found.near.index(0) : nil)
    }

    /// The section, if it is one of that city and has another name.
    private func district(among found: Candidates, of city: Int?) -> Int? {
        guard let city, found.sections.count > 0 else { return nil }
        let section = found.sections.index(0)
        let difference = cities.tree.points[section] - cities.tree.points[city]
        let kilometres = CityTree.kilometres(chord: (difference * difference).sum())
        guard cities.population[city] >= 100_000, kilometres <= 0.6 * Double(cities.radius[city]),
            cities.name(section) != cities.name(city)
        else { return nil }
        return section
    }
}
