package import UprightFormats

/// Finds the area of a position among the boundaries of a file.
///
/// A grid selects the areas whose box the position can be in. Each area is a list of stretches of its rings with their boxes, so
/// that most points of a ring are not looked at. A lookup takes about a microsecond.
package struct BoundaryIndex: Sendable {
    /// What the areas are.
    package let level: BoundarySet.Level
    /// Identifies the data.
    package let version: String
    /// Where the data is from.
    package let source: String
    package var count: Int { areas.count }

    private struct Area: Sendable {
        var names: [String: String]
        var box: Box
        var stretches: Range<Int>
    }

    private struct Box: Sendable {
        var south = Int32.max
        var west = Int32.max
        var north = Int32.min
        var east = Int32.min

        mutating func add(_ point: Boundary.Point) {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
            west = min(west, point.longitude)
            east = max(east, point.longitude)
        }

        var size: Int { (Int(north) - Int(south)) * (Int(east) - Int(west)) }

        func contains(_ x: Double, _ y: Double) -> Bool {
            Double(south) <= y && y <= Double(north) && Double(west) <= x && x <= Double(east)
        }
    }

    /// Consecutive points of a ring: the last one is the first of the next stretch.
    private struct Stretch: Sendable {
        var box = Box()
        var points: Range<Int>
    }

    private static let stretchLength = 24
    private static let maximumCells = 4 << 20

    private var areas: [Area] = []
    private var stretches: [Stretch] = []
    private var points: [Boundary.Point] = []
    /// The width of a cell, in the points' units.
    private let cell: Int
    /// The areas whose box meets a cell, by the cell's number.
    private var cells: [Int32: [Int32]] = [:]

    package init(_ set: BoundarySet) {
        level = set.level
        version = set.version
        source = set.source
        for boundary in set.boundaries {
            let start = stretches.count
            var box = Box()
            for ring in boundary.rings {
                guard let origin = ring.first else { continue }
                for point in ring { box.add(point) }
                let first = points.count
                points += ring
                points.append(origin)
                for at in stride(from: first, to: points.count - 1, by: Self.stretchLength) {
                    var stretch = Stretch(points: at..<min(at + Self.stretchLength + 1, points.count))
                    for point in points[stretch.points] { stretch.box.add(point) }
                    stretches.append(stretch)
                }
            }
            areas.append(Area(names: boundary.names, box: box, stretches: start..<stretches.count))
        }
        cell = Self.cell(for: areas)
        for (number, area) in areas.enumerated() where !area.stretches.isEmpty {
            for row in Self.row(area.box.south, cell)...Self.row(area.box.north, cell) {
                for column in Self.column(area.box.west, cell)...Self.column(area.box.east, cell) {
                    cells[Int32(truncatingIfNeeded: row << 16 | column), default: []].append(
                        Int32(truncatingIfNeeded: number))
                }
            }
        }
    }

    /// A quarter of a degree, or more if many areas are large.
    private static func cell(for areas: [Area]) -> Int {
        var cell = 25_000
        while cell < 6_400_000 {
            let number = areas.reduce(0) { total, area in
                guard !area.stretches.isEmpty else { return total }
                let rows = row(area.box.north, cell) - row(area.box.south, cell) + 1
                return total + rows * (column(area.box.east, cell) - column(area.box.west, cell) + 1)
            }
            if number <= maximumCells { break }
            cell *= 2
        }
        return cell
    }

    private static func row(_ latitude: Int32, _ cell: Int) -> Int { (Int(latitude) + 9_000_000) / cell }
    private static func column(_ longitude: Int32, _ cell: Int) -> Int { (Int(longitude) + 18_000_000) / cell }

    /// Returns the names, by language, of the area that a position is in; of several, of the one with the smallest box. Nil if it
    /// is in none.
    package func names(at position: Position) -> [String: String]? {
        let y = position.latitude * Boundary.scale
        let x = position.longitude * Boundary.scale
        let row = Int((y + 9_000_000) / Double(cell))
        let column = Int((x + 18_000_000) / Double(cell))
        guard let candidates = cells[Int32(truncatingIfNeeded: row << 16 | column)] else { return nil }
        var best: (area: Int, size: Int)?
        for candidate in candidates {
            let area = areas[Int(candidate)]
            guard area.box.contains(x, y), area.box.size < best?.size ?? .max, contains(area, x, y) else { continue }
            best = (Int(candidate), area.box.size)
        }
        return best.map { areas[$0.area].names }
    }

    /// Whether an area contains a point, by counting the crossings of a ray to the east.
    private func contains(_ area: Area, _ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for index in area.stretches {
            let stretch = stretches[index]
            let box = stretch.box
            if y < Double(box.south) || y >= Double(box.north) || x >= Double(box.east) { continue }
            var a = points[stretch.points.lowerBound]
            if x < Double(box.west) {
                let b = points[stretch.points.upperBound - 1]
                if (Double(a.latitude) > y) != (Double(b.latitude) > y) { isInside.toggle() }
                continue
            }
            for number in stretch.points.dropFirst() {
                let b = points[number]
                let (south, north) = (Double(a.latitude), Double(b.latitude))
                if (south > y) != (north > y) {
                    let (west, east) = (Double(a.longitude), Double(b.longitude))
                    if x < west + (y - south) / (north - south) * (east - west) { isInside.toggle() }
                }
                a = b
            }
        }
        return isInside
    }
}
