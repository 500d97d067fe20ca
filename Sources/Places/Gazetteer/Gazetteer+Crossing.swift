internal import UprightFormats

/// The side of a border that a position belongs to, although the polygons draw it on the other side.
struct BorderCrossing: Equatable, Sendable {
    /// The evidence for it.
    enum Witness: Equatable, Sendable {
        case place(Int)
        /// The index of a point in ``BorderPoint/all``.
        case point(Int)
    }

    /// The country on the other side.
    var country: UInt8
    /// The region on the other side; 0 if the city decides the region.
    var region: UInt16
    var witness: Witness
}

extension Gazetteer {
    /// A known point near the border, or a place.
    private struct Neighbour {
        var latitude: Double
        var longitude: Double
        var country: UInt8
        var region: UInt16
        var kilometres: Double
        var witness: BorderCrossing.Witness

        var isPoint: Bool { if case .point = witness { true } else { false } }
    }

    /// The other side of a border: another country, or another region of the same country.
    private struct Side: Hashable {
        var country: UInt8
        /// 0 for another country.
        var region: UInt16
    }

    /// Returns the other side that a position in a polygon actually belongs to; nil if the polygon is right.
    func crossing(
        from number: Int, latitude: Double, longitude: Double, around query: SIMD4<Float>
    ) -> BorderCrossing? {
        let own = borders.polygons[number]
        var sides: [Side: Double] = [:]
        for (polygon, kilometres) in borders.neighbours(
            latitude: latitude, longitude: longitude, within: BorderShift.most) where polygon != number
        {
            guard let side = side(of: borders.polygons[polygon], from: own) else { continue }
            sides[side] = min(kilometres, sides[side] ?? .infinity)
        }
        guard !sides.isEmpty else { return nil }
        let neighbours = neighbours(latitude: latitude, longitude: longitude, around: query)
        var best: (depth: Double, crossing: BorderCrossing)?
        for (side, depth) in sides {
            // Most borders have no place on the wrong side, which is quick to find out.
            let doubts = neighbours.first {
                counts($0, for: side) && belongs($0.country, $0.region, to: side)
                    && isInside($0, of: own, beside: side)
            }
            guard let doubts else { continue }
            var shift = BorderShift()
            for neighbour in neighbours {
                guard let (isHere, distance) = self.depth(of: neighbour, own: own, side: side) else { continue }
                shift.add(
                    depth: distance, isHere: isHere, kilometres: neighbour.kilometres, isPoint: neighbour.isPoint)
            }
            guard shift.hasDoubt else { continue }
            let remaining = depth - shift.kilometres
            guard remaining < min(0, best?.depth ?? 0) else { continue }
            best = (
                remaining, BorderCrossing(country: side.country, region: side.region, witness: doubts.witness)
            )
        }
        return best?.crossing
    }

    private func side(of polygon: Borders.Polygon, from own: Borders.Polygon) -> Side? {
        if polygon.country != own.country { return Side(country: polygon.country, region: 0) }
        guard polygon.region != own.region, polygon.region != 0, own.region != 0 else { return nil }
        return Side(country: polygon.country, region: polygon.region)
    }

    private func belongs(_ country: UInt8, _ region: UInt16, to side: Side) -> Bool {
        country == side.country && (side.region == 0 || region == side.region)
    }

    private func belongs(_ country: UInt8, _ region: UInt16, to own: Borders.Polygon, beside side: Side) -> Bool {
        country == own.country && (side.region == 0 || region == own.region)
    }

    /// Whether a place is evidence that a border is drawn wrongly. Some sections are filed under the neighbouring
    /// country, and are not.
    private func counts(_ neighbour: Neighbour, for side: Side) -> Bool {
        guard case .place(let city) = neighbour.witness, side.region == 0 else { return true }
        return !cities.isSection[city]
    }

    private func isInside(_ neighbour: Neighbour, of own: Borders.Polygon, beside side: Side) -> Bool {
        guard let polygon = drawn(neighbour) else { return false }
        return belongs(polygon.country, polygon.region, to: own, beside: side)
    }

    private func drawn(_ neighbour: Neighbour) -> Borders.Polygon? {
        switch borders.containment(latitude: neighbour.latitude, longitude: neighbour.longitude, reach: Self.snap) {
        case .inside(let polygon), .near(let polygon, _): borders.polygons[polygon]
        case .island, .nowhere: nil
        }
    }

    /// Returns which of two sides a place belongs to, and how deep it is drawn in the near side; nil if it belongs to
    /// neither.
    private func depth(
        of neighbour: Neighbour, own: Borders.Polygon, side: Side
    ) -> (isHere: Bool, kilometres: Double)? {
        let isHere = belongs(neighbour.country, neighbour.region, to: own, beside: side)
        let isThere = counts(neighbour, for: side) && belongs(neighbour.country, neighbour.region, to: side)
        guard isHere || isThere, let drawn = drawn(neighbour) else { return nil }
        let isDrawnHere = belongs(drawn.country, drawn.region, to: own, beside: side)
        guard isDrawnHere || belongs(drawn.country, drawn.region, to: side) else { return nil }
        var distance = BorderShift.reach
        for (number, kilometres) in borders.neighbours(
            latitude: neighbour.latitude, longitude: neighbour.longitude, within: BorderShift.reach)
        {
            let polygon = borders.polygons[number]
            let isAcross =
                isDrawnHere
                ? belongs(polygon.country, polygon.region, to: side)
                : belongs(polygon.country, polygon.region, to: own, beside: side)
            if isAcross { distance = min(distance, kilometres) }
        }
        return (isHere, isDrawnHere ? distance : -distance)
    }

    /// Returns the places and known points around a position, the nearest first.
    private func neighbours(latitude: Double, longitude: Double, around query: SIMD4<Float>) -> [Neighbour] {
        var near = Nearest<32>()
        let limit = CityTree.chord(kilometres: BorderShift.reach)
        cities.tree.search(around: query, within: limit) { city, chord in
            near.insert(city, chord)
            return near.bound(limit)
        }
        var found = (0..<near.count).map { rank in
            let city = near.index(rank)
            return Neighbour(
                latitude: Double(cities.latitude[city]) / 1e5, longitude: Double(cities.longitude[city]) / 1e5,
                country: cities.country[city], region: cities.region[city],
                kilometres: CityTree.kilometres(chord: near.chord(rank)), witness: .place(city))
        }
        for point in borderPoints where (point.latitude - latitude).magnitude < 0.07 {
            let difference = CityTree.vector(latitude: point.latitude, longitude: point.longitude) - query
            let kilometres = CityTree.kilometres(chord: (difference * difference).sum())
            guard kilometres < BorderShift.reach else { continue }
            found.append(
                Neighbour(
                    latitude: point.latitude, longitude: point.longitude, country: point.country,
                    region: point.region, kilometres: kilometres, witness: .point(point.number)))
        }
        return found.sorted { $0.kilometres < $1.kilometres }
    }
}
