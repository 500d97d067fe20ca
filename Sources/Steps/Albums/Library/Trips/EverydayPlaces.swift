internal import UprightBase
internal import UprightFormats

/// The places of everyday life, week by week: home, work, a second home. They change when people move.
///
/// A function of the pictures alone, in any order, and of the homes that the user has named, which count alone for their time.
/// Pictures are grouped by place. What counts is nights, however many pictures there are of the days: nights are spent where the last
/// picture of a day and the next one are, or, if these are apart, one where the first is. In a week, a place is everyday's if around
/// that week there are nights in at least half as many weeks as at the place with the most, and not only within one stretch that a long
/// holiday could be. "Around" is eight weeks before and after, or more where there are few pictures. Of those who photograph on holidays
/// alone, it is the place whose nights are spread over the year, however few they are: a summer house has many, in July.
struct EverydayPlaces: Sendable {
    /// The reach of a place in kilometres: a city with its surroundings.
    private static let reach = 40.0
    /// The shortest time, in weeks, from the first to the last week with nights at an everyday place: longer than a holiday.
    private static let shortestStay = 7
    /// The longest time, in days, between two pictures at a place that are the only evidence of the nights between.
    private static let longestSilence = 28
    /// The stretches to look at, in weeks before and after. One says where home is if the most frequent place has nights in a
    /// quarter of its weeks.
    private static let stretches = [8, 16, 32]
    /// The stretches in which the spread over the year counts.
    private static let longStretches = [64, 100_000]
    /// The least spread of a home: two months that are not next to each other.
    private static let leastSpread = 4
    /// The longest time, in days, that the pictures of one holiday are spread over, if there are no others.
    private static let holiday = 21
    /// As much, if the first and the last picture are not at the same place.
    private static let longHoliday = 35

    private struct Group {
        var centre: Position
        /// The weeks with nights, ascending.
        var weeks: [Int]
    }

    private let homes: [Home]
    /// The first and the last week with pictures.
    private let weeks: ClosedRange<Int>
    private let groups: [Group]
    /// Whether all pictures are those of one holiday, so that nothing is known of a home.
    let areUnknown: Bool
    /// The place with the most nights, which is home if no place is everyday's; nil if none has pictures on two days.
    private let usual: Position?

    /// Finds the places of pictures, which are sorted by time.
    init(_ sightings: [Sighting], homes: [Home] = []) {
        self.homes = homes
        let first = sightings.first?.week ?? 0
        weeks = first...max(first, sightings.last?.week ?? first)
        struct Cell: Hashable {
            var row: Int
            var column: Int
        }
        struct Sums {
            var count = 0
            var days: Set<Int> = []
        }
        func cell(of sighting: Sighting) -> Cell {
            Cell(
                row: Int(saturating: (sighting.position.latitude * 10).rounded(.down)),
                column: Int(saturating: (sighting.position.longitude * 10).rounded(.down)))
        }
        var cells: [Cell: Sums] = [:]
        for sighting in sightings {
            let cell = cell(of: sighting)
            cells[cell, default: Sums()].count += 1
            cells[cell]?.days.insert(sighting.day)
        }
        let ranked = cells.sorted {
            ($1.value.days.count, $1.value.count, $0.key.row, $0.key.column)
                < ($0.value.days.count, $0.value.count, $1.key.row, $1.key.column)
        }
        var centres: [(centre: Position, days: Set<Int>, nights: Set<Int>)] = []
        var places: [Cell: Int] = [:]
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
                places[cell] = known
            } else {
                rows[row, default: []].append(centres.count)
                places[cell] = centres.count
                centres.append((middle, sums.days, []))
            }
        }
        // Each camera is with somebody else.
        var evenings: [String?: Sighting] = [:]
        for morning in sightings {
            guard let evening = evenings.updateValue(morning, forKey: morning.camera), evening.day < morning.day,
                let place = places[cell(of: evening)]
            else { continue }
            let isCertain =
                places[cell(of: morning)] == place
                && morning.day.subtractingSaturated(evening.day) <= Self.longestSilence
            centres[place].nights.formUnion(isCertain ? evening.day..<morning.day : evening.day..<evening.day + 1)
        }
        let most = centres.map(\.days.count).max() ?? 0
        let stay = most >= 2 ? Self.shortStay(sightings) : nil
        areUnknown = homes.isEmpty && stay == .away
        usual =
            if case .home(let position)? = stay {
                position
            } else {
                most >= 2
                    ? centres.enumerated().max { ($0.1.nights.count, $1.0) < ($1.1.nights.count, $0.0) }?.1.centre
                    : nil
            }
        groups = centres.compactMap { centre, _, nights in
            // From the first night of each, so that five nights are never in two.
            var weeks: [Int] = []
            var first: Int?
            for night in nights.sorted() where first.map({ night.subtractingSaturated($0) >= 7 }) ?? true {
                first = night
                weeks.append(Int(saturating: (Double(night) / 7).rounded(.down)))
            }
            guard let first = weeks.first, let last = weeks.last, last.subtractingSaturated(first) >= Self.shortestStay
            else { return nil }
            return Group(centre: centre, weeks: weeks)
        }
    }

    /// What pictures of a few weeks are.
    private enum ShortStay: Equatable {
        /// One holiday.
        case away
        /// They begin and end at home.
        case home(Position)
    }

    /// Returns what pictures are, if there are those of a few weeks alone.
    private static func shortStay(_ sightings: [Sighting]) -> ShortStay? {
        guard let first = sightings.first, let last = sightings.last else { return nil }
        let days = last.day.subtractingSaturated(first.day) + 1
        guard days <= longHoliday else { return nil }
        let isRound = first.position.distance(to: last.position) <= AlbumLibrary.away
        return days > holiday && isRound ? .home(first.position) : .away
    }

    func centres(week: Int) -> [Position] {
        let named = homes.filter { $0.includes(week: week) }
        guard named.isEmpty else { return named.map(\.position) }
        for stretch in Self.stretches {
            let counts = groups.map { nights(of: $0, around: week, stretch).count }
            guard let most = counts.max(), most >= stretch / 2 else { continue }
            return zip(groups, counts).filter { $0.1 * 2 >= most }.map(\.0.centre)
        }
        for stretch in Self.longStretches {
            let spreads = groups.map { Self.spread(of: nights(of: $0, around: week, stretch)) }
            guard let most = spreads.max(), most >= Self.leastSpread else { continue }
            return zip(groups, spreads).filter { $0.1 * 3 >= most * 2 }.map(\.0.centre)
        }
        return usual.map { [$0] } ?? []
    }

    /// Returns the weeks with nights around a week, or as long a stretch at the beginning or the end of all pictures; none if a long
    /// holiday could have them all.
    private func nights(of group: Group, around week: Int, _ stretch: Int) -> ArraySlice<Int> {
        let latest = max(weeks.lowerBound, weeks.upperBound.subtractingSaturated(2 * stretch))
        let begin = min(max(week.subtractingSaturated(stretch), weeks.lowerBound), latest)
        let low = Self.index(of: begin, in: group.weeks)
        let high = Self.index(of: begin.addingSaturated(2 * stretch + 1), in: group.weeks)
        guard high > low, group.weeks[high - 1].subtractingSaturated(group.weeks[low]) >= Self.shortestStay else {
            return []
        }
        return group.weeks[low..<high]
    }

    /// How far weeks are spread over the year: the number of its months, and of the months outside the longest gap between them; 1 to
    /// 23.
    private static func spread(of weeks: ArraySlice<Int>) -> Int {
        let months = Set(
            weeks.compactMap { CivilDate(seconds: Double($0) * 604_800 + 3 * 86_400).map { $0.month - 1 } }
        ).sorted()
        guard let first = months.first, let last = months.last else { return 0 }
        let gaps = zip(months, months.dropFirst()).map { $1 - $0 } + [first + 12 - last]
        return months.count + 12 - (gaps.max() ?? 12)
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
