/// Positions over time: the fixes of any number of tracks, in the order of their times.
package struct Track: Hashable, Sendable {
    /// The fixes, each with a different time.
    package let points: [TrackPoint]

    /// Creates a track from fixes in any order, of one track or several. If several have the same time, the first one counts.
    package init(_ points: [TrackPoint]) {
        var sorted: [TrackPoint] = []
        sorted.reserveCapacity(points.count)
        let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
        for index in order where sorted.last?.time != points[index].time { sorted.append(points[index]) }
        self.points = sorted
    }

    /// Returns the index of the first fix at or after a time.
    package func index(at time: Double) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the fix nearest in time; nil for an empty track.
    package func nearest(to time: Double) -> TrackPoint? {
        let next = index(at: time)
        guard next > 0 else { return points.first }
        guard next < points.count else { return points.last }
        return time - points[next - 1].time <= points[next].time - time ? points[next - 1] : points[next]
    }
}
