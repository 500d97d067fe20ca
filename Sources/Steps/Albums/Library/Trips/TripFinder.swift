internal import UprightFormats

/// Finds the trips in pictures: runs of pictures away from the places of everyday life, of each who travels.
///
/// A function of the pictures and the named homes alone: the order in which pictures came, restarts and rebuilds do not matter.
package enum TripFinder {
    /// The longest time between two pictures with one picture at home in between, in seconds, that can still be one trip.
    private static let day = 86_400.0

    /// Returns the trips, each with the ids of its pictures by time.
    ///
    /// - Parameters:
    ///   - sightings: all pictures with a time and a position, in any order.
    ///   - named: the homes that the user has named.
    package static func trips(in sightings: [Sighting], homes named: [Home] = []) -> [[Int64]] {
        let sorted = sightings.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        let places = EverydayPlaces(sorted, homes: named)
        var homes: [Int: [Position]] = [:]
        let areHome = sorted.map { sighting -> Bool in
            guard !places.areUnknown else { return false }
            let week = sighting.week
            let centres = homes[week] ?? places.centres(week: week)
            homes[week] = centres
            // Without a home there is no away.
            return centres.isEmpty || centres.contains { $0.distance(to: sighting.position) <= AlbumLibrary.away }
        }
        let country = homeCountry(zip(sorted, areHome).filter(\.1).map(\.0))
        var trips: [Trip] = []
        // Those that can go on: a family can be on several at a time.
        var open: [Int] = []
        var atHome: [Sighting] = []
        for (sighting, isHome) in zip(sorted, areHome) {
            if isHome {
                if !open.isEmpty { atHome.append(sighting) }
                continue
            }
            open.removeAll { trip in
                let last = trips[trip].last
                return sighting.time - last.time > longestPause(last, sighting, home: country)
            }
            let possible = open.filter { !isSplit(trips[$0].last, atHome.dropFirst(trips[$0].atHome), sighting) }
            if let trip = trip(of: sighting, among: possible.map { ($0, trips[$0]) }) {
                trips[trip].add(sighting)
                trips[trip].atHome = atHome.count
            } else {
                if open.isEmpty { atHome = [] }
                open.append(trips.count)
                trips.append(Trip(last: sighting, atHome: atHome.count))
            }
        }
        return trips.map(\.pictures)
    }

    private struct Trip {
        private(set) var pictures: [Int64] = []
        private(set) var cameras: Set<String> = []
        private(set) var last: Sighting
        /// The number of pictures at home before the last.
        var atHome: Int

        init(last: Sighting, atHome: Int) {
            (self.last, self.atHome) = (last, atHome)
            add(last)
        }

        mutating func add(_ sighting: Sighting) {
            pictures.append(sighting.id)
            if let camera = sighting.camera { cameras.insert(camera) }
            last = sighting
        }
    }

    /// Returns which of the trips that can go on a picture belongs to: the one with its camera, otherwise the nearest that it can be
    /// reached from, otherwise, if its camera is not known, the latest; nil for a new one.
    private static func trip(of sighting: Sighting, among trips: [(number: Int, trip: Trip)]) -> Int? {
        let latest = trips.sorted { $0.trip.last.time > $1.trip.last.time }
        guard let camera = sighting.camera else { return (nearest(latest, sighting) ?? latest.first)?.number }
        return
            (latest.first { $0.trip.cameras.contains(camera) } ?? nearest(latest, sighting)
            ?? latest.first { $0.trip.cameras.isEmpty })?.number
    }

    private static func nearest(
        _ trips: [(number: Int, trip: Trip)], _ sighting: Sighting
    ) -> (number: Int, trip: Trip)? {
        trips.filter { isReachable($0.trip.last, sighting) }.min {
            $0.trip.last.position.distance(to: sighting.position)
                < $1.trip.last.position.distance(to: sighting.position)
        }
    }

    /// The country of most pictures at home; nil if it is not known.
    private static func homeCountry(_ atHome: [Sighting]) -> String? {
        var counts: [String: Int] = [:]
        for case let country? in atHome.lazy.map(\.country) { counts[country, default: 0] += 1 }
        return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    }

    /// The longest time between two pictures of a trip. From abroad, nobody comes home for a few days without a picture of it.
    private static func longestPause(_ one: Sighting, _ other: Sighting, home: String?) -> Double {
        guard let home, let here = one.country, let there = other.country, here != home, there != home else {
            return AlbumLibrary.longestPause
        }
        return AlbumLibrary.longestPauseAbroad
    }

    /// Whether the traveller was at home between two pictures away from it.
    ///
    /// Somebody else's pictures do not count: those of another camera, and those that nobody could have taken who took the two.
    /// A single picture within a day does not count either, nor several if the cameras are not known.
    private static func isSplit(_ before: Sighting, _ atHome: ArraySlice<Sighting>, _ after: Sighting) -> Bool {
        let isKnown = before.camera != nil && after.camera != nil
        let own = atHome.filter { picture in
            guard isKnown, let camera = picture.camera else { return true }
            return camera == before.camera || camera == after.camera
        }
        guard own.contains(where: { isReachable(before, $0) && isReachable($0, after) }) else { return false }
        if after.time - before.time >= day { return true }
        return isKnown && own.count { $0.camera != nil } >= 2
    }

    /// Whether somebody can get from one picture to the next: by road, or by air with two hours at airports.
    private static func isReachable(_ from: Sighting, _ to: Sighting) -> Bool {
        let kilometres = from.position.distance(to: to.position)
        return (to.time - from.time) / 3600 >= min(kilometres / 120, 2 + kilometres / 700)
    }
}
