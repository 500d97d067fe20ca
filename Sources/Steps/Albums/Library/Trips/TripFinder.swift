internal import UprightFormats

/// Finds the trips in pictures: runs of pictures away from the places of everyday life.
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
        var trips: [[Int64]] = []
        var last: Sighting?
        var atHome: [Sighting] = []
        for (sighting, isHome) in zip(sorted, areHome) {
            if isHome {
                atHome.append(sighting)
                continue
            }
            if let last, sighting.time - last.time <= longestPause(last, sighting, home: country),
                !isSplit(last, atHome, sighting)
            {
                trips[trips.count - 1].append(sighting.id)
            } else {
                trips.append([sighting.id])
            }
            last = sighting
            atHome = []
        }
        return trips
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
    private static func isSplit(_ before: Sighting, _ atHome: [Sighting], _ after: Sighting) -> Bool {
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
