/// How many durations were at most as long as each of some bounds.
struct DurationHistogram: Sendable {
    /// The upper bounds of the buckets in seconds, from a copy in the page cache to the limits of one file.
    static let bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

    private(set) var counts = [Int](repeating: 0, count: Self.bounds.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    mutating func add(_ duration: Duration) {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        count += 1
        sum += seconds
        for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts[index] += 1 }
    }
}
