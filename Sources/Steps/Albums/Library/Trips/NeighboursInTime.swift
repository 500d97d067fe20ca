/// Finds the picture with a position that was taken next to another one in time.
struct NeighboursInTime: Sendable {
    private let pictures: [(id: Int64, time: Double)]

    /// - Parameter pictures: by time.
    init(_ pictures: [(id: Int64, time: Double)]) { self.pictures = pictures }

    /// Returns the nearest picture within the hour that was taken on the same day; nil if there is none.
    func nearest(to time: Double) -> Int64? {
        var (low, high) = (0, pictures.count)
        while low < high {
            let middle = (low + high) / 2
            if pictures[middle].time < time { low = middle + 1 } else { high = middle }
        }
        func day(_ time: Double) -> Double { (time / 86_400).rounded(.down) }
        let near = [low - 1, low].filter { pictures.indices.contains($0) }.map { pictures[$0] }.filter {
            ($0.time - time).magnitude <= AlbumLibrary.nearestInTime && day($0.time) == day(time)
        }
        return near.min { ($0.time - time).magnitude < ($1.time - time).magnitude }?.id
    }
}
