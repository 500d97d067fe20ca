internal import UprightBase

/// Joins the stretches of arcs into simplified rings and lines.
struct OutlineMaker {
    typealias Point = MapOutlines.Point
    private let borders: Borders
    private let tolerance: Double
    private let west: Int32
    private let south: Int32
    private let east: Int32
    private let north: Int32
    /// The polygons on the two sides of each stretch; 0 for none.
    private var sides: [(Int, Int)]
    private let isWhole: Bool

    init(_ borders: Borders, box: MapOutlines.Box, tolerance: Double) {
        self.borders = borders
        self.tolerance = tolerance * Borders.scale
        west = Int32(saturating: (box.west * Borders.scale).rounded(.down))
        south = Int32(saturating: (box.south * Borders.scale).rounded(.down))
        east = Int32(saturating: (box.east * Borders.scale).rounded(.up))
        north = Int32(saturating: (box.north * Borders.scale).rounded(.up))
        isWhole = box == .world
        sides = [(Int, Int)](repeating: (0, 0), count: borders.stretches.count)
        for (number, polygon) in borders.polygons.enumerated().dropFirst() {
            for slot in polygon.stretches {
                let stretch = Int(borders.stretchesOfPolygons[slot])
                if sides[stretch].0 == 0 { sides[stretch].0 = number } else { sides[stretch].1 = number }
            }
        }
    }

    func outlines() -> MapOutlines {
        var outlines = MapOutlines()
        var known: [Int: [Point]] = [:]
        func points(_ stretch: Int) -> [Point] {
            if let points = known[stretch] { return points }
            let points = simplified(borders.stretches[stretch])
            known[stretch] = points
            return points
        }
        for polygon in borders.polygons.dropFirst() {
            let stretches = polygon.stretches.map { Int(borders.stretchesOfPolygons[$0]) }
            guard touches(stretches) else { continue }
            for ring in Self.rings(stretches.map(points)) {
                let clipped = isWhole ? ring : clipped(ring)
                if clipped.count >= 3 { outlines.rings.append(clipped) }
            }
        }
        for (number, stretch) in borders.stretches.enumerated() where touches(stretch) {
            outlines.lines[kind(of: number), default: []].append(points(number))
        }
        for kind in MapOutlines.LineKind.allCases {
            outlines.lines[kind] = Self.joined(outlines.lines[kind] ?? [])
        }
        return outlines
    }

    private func kind(of stretch: Int) -> MapOutlines.LineKind {
        let (a, b) = sides[stretch]
        if borders.stretches[stretch].isCoast || b == 0 { return .coast }
        return borders.polygons[a].country == borders.polygons[b].country ? .region : .country
    }

    private func touches(_ stretch: Borders.Stretch) -> Bool {
        stretch.east >= west && stretch.west <= east && stretch.north >= south && stretch.south <= north
    }

    /// Whether the bounding box of a polygon intersects the part of the map, which can be wholly inside the polygon.
    private func touches(_ stretches: [Int]) -> Bool {
        guard let first = stretches.first.map({ borders.stretches[$0] }) else { return false }
        var (w, s, e, n) = (first.west, first.south, first.east, first.north)
        for stretch in stretches.lazy.map({ borders.stretches[$0] }) {
            w = min(w, stretch.west)
            s = min(s, stretch.south)
            e = max(e, stretch.east)
            n = max(n, stretch.north)
        }
        return e >= west && w <= east && n >= south && s <= north
    }

    // MARK: Simplifying

    /// Returns a stretch with fewer points (Douglas-Peucker). Its ends are kept, so that neighbours still meet.
    private func simplified(_ stretch: Borders.Stretch) -> [Point] {
        var reader = borders.points(of: stretch)
        let all = (0..<Int(stretch.count)).map { _ -> SIMD2<Double> in reader.next() }
        guard all.count > 2 else { return all.map(Self.whole) }
        var keeps = [Bool](repeating: false, count: all.count)
        keeps[0] = true
        keeps[all.count - 1] = true
        var open = [(0, all.count - 1)]
        // A closed stretch is an island: keep at least its two most distant points.
        let isClosed = all[0] == all[all.count - 1]
        while let (first, last) = open.popLast() {
            guard last - first > 1 else { continue }
            var worst = (index: first, distance: -1.0)
            for index in first + 1..<last {
                let distance = Self.distance(all[index], all[first], all[last])
                if distance > worst.distance { worst = (index, distance) }
            }
            let mustKeep = isClosed && first == 0 && last == all.count - 1
            guard worst.distance > tolerance * tolerance || mustKeep else { continue }
            keeps[worst.index] = true
            open.append((first, worst.index))
            open.append((worst.index, last))
        }
        return all.indices.filter { keeps[$0] }.map { Self.whole(all[$0]) }
    }

    private static func whole(_ point: SIMD2<Double>) -> Point {
        Point(Int32(saturating: point.x.rounded()), Int32(saturating: point.y.rounded()))
    }

    /// Returns the squared distance of a point from the line between two others.
    private static func distance(_ point: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        let way = b - a
        let length = (way * way).sum()
        let t = length > 0 ? min(1, max(0, ((point - a) * way).sum() / length)) : 0
        let off = point - (a + way * t)
        return (off * off).sum()
    }

    // MARK: Joining

    /// Joins pieces at their ends into closed rings.
    private static func rings(_ pieces: [[Point]]) -> [[Point]] {
        joined(pieces).compactMap { $0.count >= 4 ? Array($0.dropLast()) : nil }
    }

    /// Joins pieces at their ends, as far as possible.
    private static func joined(_ pieces: [[Point]]) -> [[Point]] {
        var result: [[Point]] = []
        var ends: [Point: [Int]] = [:]
        for (index, piece) in pieces.enumerated() {
            guard let first = piece.first, let last = piece.last else { continue }
            if first == last {
                result.append(piece)
            } else {
                ends[first, default: []].append(index)
                ends[last, default: []].append(index)
            }
        }
        var isUsed = [Bool](repeating: false, count: pieces.count)
        func nextPiece(at point: Point) -> [Point]? {
            while let index = ends[point]?.popLast() {
                guard !isUsed[index] else { continue }
                isUsed[index] = true
                return pieces[index].first == point ? pieces[index] : pieces[index].reversed()
            }
            return nil
        }
        for (index, piece) in pieces.enumerated() where !isUsed[index] && piece.first != piece.last {
            isUsed[index] = true
            var line = piece
            while let last = line.last, last != line[0], let next = nextPiece(at: last) { line += next.dropFirst() }
            // Unlike rings, lines can continue at their other end.
            if line.first != line.last {
                line.reverse()
                while let last = line.last, last != line[0], let next = nextPiece(at: last) { line += next.dropFirst() }
            }
            result.append(line)
        }
        return result
    }

    // MARK: Clipping

    /// Clips a ring at the edges of the box (Sutherland-Hodgman).
    private func clipped(_ ring: [Point]) -> [Point] {
        var points = ring.map { SIMD2(Double($0.x), Double($0.y)) }
        let edges: [(axis: Int, limit: Double, sign: Double)] = [
            (0, Double(west), 1), (0, Double(east), -1), (1, Double(south), 1), (1, Double(north), -1),
        ]
        for edge in edges {
            var next: [SIMD2<Double>] = []
            guard var a = points.last else { return [] }
            for b in points {
                let insideA = (a[edge.axis] - edge.limit) * edge.sign >= 0
                let insideB = (b[edge.axis] - edge.limit) * edge.sign >= 0
                if insideA != insideB {
                    let t = (edge.limit - a[edge.axis]) / (b[edge.axis] - a[edge.axis])
                    next.append(a + (b - a) * t)
                }
                if insideB { next.append(b) }
                a = b
            }
            points = next
        }
        return points.map(Self.whole)
    }
}
