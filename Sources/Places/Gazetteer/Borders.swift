internal import Glibc
internal import UprightFormats

/// The polygons of countries and regions, as arcs that neighbours share, and a grid that selects the polygons to test.
///
/// Coordinates are integers in units of 1e-4 degrees. An arc is cut into stretches of at most 48 points, each with a
/// bounding box. A polygon is the set of its stretches, since the direction does not matter for counting crossings.
struct Borders: Sendable {
    /// The number of coordinate units (1e-4 degrees) per degree.
    static let scale = 10_000.0
    static let cells = 4

    struct Polygon: Sendable {
        var country: UInt8
        /// 0 if the polygon gives only the country.
        var region: UInt16
        var stretches: Range<Int>
    }

    /// A stretch of an arc: up to 48 points, which stay packed until they are needed.
    struct Stretch: Sendable {
        var west: Int32
        var south: Int32
        var east: Int32
        var north: Int32
        /// The latitudes of the ends, which are sufficient for a ray that starts to the west of the box.
        var first: Int32
        var last: Int32
        /// The offset of the points in `packed`.
        var start: Int32
        var count: UInt8
        /// Whether the other side is sea.
        var isCoast: Bool
    }

    /// The polygons; number 0 means none.
    let polygons: [Polygon]
    let stretchesOfPolygons: [Int32]
    let stretches: [Stretch]
    /// The points of all stretches: LEB128 differences, the first relative to the south-west corner of the box.
    let packed: [UInt8]
    /// The cells from the south-west, eastward: 0 is open sea, below 0x8000 a polygon, otherwise 0x8000 + a list's
    /// number.
    let grid: [UInt16]
    /// The lists: the offset in `candidates`, the number of polygons that can contain a point of the cell, and the
    /// number of further polygons nearby.
    let lists: [(start: Int32, inside: UInt16, near: UInt16)]
    let candidates: [UInt16]

    /// The relation of a position to the polygons.
    enum Containment: Equatable, Sendable {
        case inside(polygon: Int)
        /// At sea, with the nearest polygon within the given reach.
        case near(polygon: Int, kilometres: Double)
        /// On or off an island that no polygon shows, with the distance to the edge of its place.
        case island(city: Int, kilometres: Double)
        case nowhere
    }

    /// Returns the containment of a position. At sea, this is the nearest polygon within `reach` kilometres.
    func containment(latitude: Double, longitude: Double, reach: Double) -> Containment {
        let column = min(360 * Self.cells - 1, max(0, Int((longitude + 180) * Double(Self.cells))))
        let row = min(180 * Self.cells - 1, max(0, Int((latitude + 90) * Double(Self.cells))))
        let cell = grid[row * 360 * Self.cells + column]
        if cell == 0 { return .nowhere }
        if cell < 0x8000 { return .inside(polygon: Int(cell)) }
        let list = lists[Int(cell) - 0x8000]
        let x = longitude * Self.scale
        let y = latitude * Self.scale
        let start = Int(list.start)
        for candidate in start..<start + Int(list.inside) where contains(Int(candidates[candidate]), x, y) {
            return .inside(polygon: Int(candidates[candidate]))
        }
        var best = (polygon: 0, kilometres: reach)
        for candidate in start..<start + Int(list.inside) + Int(list.near) {
            let polygon = Int(candidates[candidate])
            let kilometres = distance(to: polygon, latitude: latitude, longitude: longitude, below: best.kilometres)
            if kilometres < best.kilometres { best = (polygon, kilometres) }
        }
        return best.polygon == 0 ? .nowhere : .near(polygon: best.polygon, kilometres: best.kilometres)
    }

    /// Whether a polygon contains a point, by counting the crossings of a ray to the east.
    func contains(_ polygon: Int, _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for slot in polygons[polygon].stretches {
            let stretch = stretches[Int(stretchesOfPolygons[slot])]
            if y < Double(stretch.south) || y >= Double(stretch.north) || x >= Double(stretch.east) { continue }
            if x < Double(stretch.west) {
                if (Double(stretch.first) > y) != (Double(stretch.last) > y) { isInside.toggle() }
                continue
            }
            var points = points(of: stretch)
            var a = points.next()
            for _ in 1..<stretch.count {
                let b = points.next()
                if (a.y > y) != (b.y > y), x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
                a = b
            }
        }
        return isInside
    }

    /// Returns the polygons whose edge is within a distance of a position, with their distances. Only the polygons of
    /// the position's grid cell are considered.
    func neighbours(
        latitude: Double, longitude: Double, within kilometres: Double
    ) -> [(polygon: Int, kilometres: Double)] {
        let column = min(360 * Self.cells - 1, max(0, Int((longitude + 180) * Double(Self.cells))))
        let row = min(180 * Self.cells - 1, max(0, Int((latitude + 90) * Double(Self.cells))))
        // A cell that is wholly inside one polygon has no borders in it.
        let cell = grid[row * 360 * Self.cells + column]
        guard cell >= 0x8000 else { return [] }
        let list = lists[Int(cell) - 0x8000]
        let start = Int(list.start)
        return candidates[start..<start + Int(list.inside) + Int(list.near)].compactMap { candidate in
            let polygon = Int(candidate)
            let distance = distance(
                to: polygons[polygon], latitude: latitude, longitude: longitude, below: kilometres, coastOnly: false)
            return distance < kilometres ? (polygon, distance) : nil
        }
    }

    /// Returns the distance in kilometres to the coast of a polygon, at most `limit`.
    private func distance(to polygon: Int, latitude: Double, longitude: Double, below limit: Double) -> Double {
        distance(to: polygons[polygon], latitude: latitude, longitude: longitude, below: limit, coastOnly: true)
    }

    private func distance(
        to polygon: Polygon, latitude: Double, longitude: Double, below limit: Double, coastOnly: Bool
    ) -> Double {
        // Within 25 km a plane is accurate enough (an error of some metres).
        let north = Position.earthRadius * .pi / 180 / Self.scale
        let east = north * max(1e-6, cos(latitude * .pi / 180))
        let turn = 360 * Self.scale
        let x = longitude * Self.scale
        let y = latitude * Self.scale
        var best = limit * limit
        for slot in polygon.stretches {
            let stretch = stretches[Int(stretchesOfPolygons[slot])]
            guard stretch.isCoast || !coastOnly else { continue }
            let above = max(Double(stretch.south) - y, y - Double(stretch.north), 0) * north
            guard above * above < best else { continue }
            // The box can lie across the antimeridian: use the shorter way around.
            var shift = 0.0
            let middle = (Double(stretch.west) + Double(stretch.east)) / 2
            if middle - x > turn / 2 { shift = -turn } else if x - middle > turn / 2 { shift = turn }
            let beside = max(Double(stretch.west) + shift - x, x - Double(stretch.east) - shift, 0) * east
            guard above * above + beside * beside < best else { continue }
            var points = points(of: stretch)
            let scale = SIMD2(east, north)
            let origin = SIMD2(x - shift, y)
            var a = (points.next() - origin) * scale
            for _ in 1..<stretch.count {
                let b = (points.next() - origin) * scale
                let way = b - a
                let length = (way * way).sum()
                let t = length > 0 ? min(1, max(0, -(a * way).sum() / length)) : 0
                let foot = a + way * t
                best = min(best, (foot * foot).sum())
                a = b
            }
        }
        return best.squareRoot()
    }

    /// Returns the points of a stretch, in units of 1e-4 degrees.
    func points(of stretch: Stretch) -> PackedPoints {
        PackedPoints(bytes: packed, at: Int(stretch.start), x: Int(stretch.west), y: Int(stretch.south))
    }
}
