internal import UprightBase
internal import UprightFormats

/// The places of everyday life, week by week: home, work, a second home. They change when people move.
///
/// A function of the pictures alone, in any order. Pictures are grouped by place. In a week, a place is everyday's if around that
/// week it has pictures in at least half as many weeks as the place with the most, and not only within one stretch that a long
/// holiday could be. "Around" is eight weeks before and after, or more where there are few pictures.
struct EverydayPlaces: Sendable {
    /// The reach of a place in kilometres: a city with its surroundings.
    private static let reach = 40.0
    /// The shortest time, in weeks, that the pictures of an everyday place are spread over: longer than a holiday.
    private static let shortestStay = 8
    /// How many weeks with pictures the most frequent place needs before a stretch of time says where home is.
    private static let enough = 4
    /// The stretches to look at, in weeks before and after.
    private static let stretches = [8, 16, 32, 64, 100_000]

    private struct Group {
        var centre: Position
        /// The weeks with pictures, ascending.
        var weeks: [Int]
    }

    private let groups: [Group]
    /// The place with pictures on the most days, which is home if no place is everyday's; nil if none has two.
    private let usual: Position?

    /// Finds the places of pictures.
    init(_ sightings: [Sighting]) {
        struct Cell: Hashable {
            var row: Int
            var column: Int
        }
        struct Sums {
            var latitude = 0.0
            var longitude = 0.0
            var count = 0
            var days: Set<Int> = []
            var weeks: Set<Int> = []
        }
        var cells: [Cell: Sums] = [:]
        for sighting in sightings {
            let cell = Cell(
                row: Int(saturating: (sighting.position.latitude * 10).rounded(.down)),
                column: Int(saturating: (sighting.position.longitude * 10).rounded(.down)))
            cells[cell, default: Sums()].count += 1
            cells[cell]?.latitude += sighting.position.latitude
            cells[cell]?.longitude += sighting.position.longitude
            cells[cell]?.days.insert(sighting.day)
            cells[cell]?.weeks.insert(sighting.week)
        }
        let ranked = cells.sorted {
            ($1.value.days.count, $1.value.count, $0.key.row, $0.key.column)
                < ($0.value.days.count, $0.value.count, $1.key.row, $1.key.column)
        }
        var centres: [(centre: Position, days: Set<Int>, weeks: Set<Int>)] = []
        // The centres in a degree of latitude, so that not every pair is compared.
        var rows: [Int: [Int]] = [:]
        for (cell, sums) in ranked {
            // The middle of the cell, not of its pictures: sums of fractions depend on their order.
            guard
                let middle = Position(
                    latitude: min(90, (Double(cell.row) + 0.5) / 10),
                    longitude: min(180, (Double(cell.column) + 0.5) / 10))
            else { continue }
            let row = Int(saturating: middle.latitude.rounded(.down))
            let near = [row - 1, row, row + 1].flatMap { rows[$0] ?? [] }.sorted()
            if let known = near.first(where: { centres[$0].centre.distance(to: middle) <= Self.reach }) {
                centres[known].days.formUnion(sums.days)
                centres[known].weeks.formUnion(sums.weeks)
            } else {
                rows[row, default: []].append(centres.count)
                centres.append((middle, sums.days, sums.weeks))
            }
        }
        let most = centres.map(\.days.count).max() ?? 0
        usual = most >= 2 ? centres.first { $0.days.count == most }?.centre : nil
        groups = centres.compactMap { centre, _, weeks in
            let weeks = weeks.sorted()
            guard let first = weeks.first, let last = weeks.last, last.subtractingSaturated(first) >= Self.shortestStay
            else { return nil }
            return Group(centre: centre, weeks: weeks)
        }
    }

    /// Returns the centres of the everyday places in a week.
    func centres(week: Int) -> [Position] {
        for stretch in Self.stretches {
            let counts = groups.map { group -> Int in
                let low = Self.index(of: week.subtractingSaturated(stretch), in: group.weeks)
                let high = Self.index(of: week.addingSaturated(stretch + 1), in: group.weeks)
                guard high > low, group.weeks[high - 1].subtractingSaturated(group.weeks[low]) >= Self.shortestStay
                else { return 0 }
                return high - low
            }
            guard let most = counts.max(), most >= Self.enough else { continue }
            return zip(groups, counts).filter { $0.1 * 2 >= most }.map(\.0.centre)
        }
        return usual.map { [$0] } ?? []
    }

    /// Returns the number of weeks before one.
    private static func index(of week: Int, in weeks: [Int]) -> Int {
        var (low, high) = (0, weeks.count)
        while low < high {
            let middle = (low + high) / 2
            if weeks[middle] < week { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
