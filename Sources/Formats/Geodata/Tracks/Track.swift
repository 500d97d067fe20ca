/// Where somebody was over time: the fixes of any number of tracks, in the order of their times.
public struct Track: Hashable, Sendable {
    /// The fixes, no two with the same time.
    public let points: [TrackPoint]

    /// A track of fixes in any order. Of several with the same time the first counts.
    public init(_ points: [TrackPoint]) {
        var sorted: [TrackPoint] = []
        sorted.reserveCapacity(points.count)
        let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
        for index in order where sorted.last?.time != points[index].time { sorted.append(points[index]) }
        self.points = sorted
    }

    /// Several tracks as one.
    public init(merging tracks: some Sequence<Track>) {
        self.init(tracks.flatMap(\.points))
    }

    /// The number of the first fix that is not before a time.
    package func index(at time: Double) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if points[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The fix nearest in time; nil for an empty track.
    public func nearest(to time: Double) -> TrackPoint? {
        let next = index(at: time)
        guard next > 0 else { return points.first }
        guard next < points.count else { return points.last }
        return time - points[next - 1].time <= points[next].time - time ? points[next - 1] : points[next]
    }
}
