internal import UprightBase

/// A range of data in a file, and how far it is moved in another one.
struct HEIFDataPair {
    var source: Range<Int>
    var shift: Int

    /// Compares data in two files. Items can share data: each byte is compared once for each distance.
    ///
    /// Data beyond the ends of both files does not differ.
    ///
    /// - Returns: the first byte of a range that differs; nil if all are the same.
    static func difference(
        _ pairs: [HEIFDataPair], _ counts: (first: Int, second: Int), _ isSame: PicturePatch.Comparison
    ) -> Int? {
        let sorted = pairs.sorted { ($0.shift, $0.source.lowerBound) < ($1.shift, $1.source.lowerBound) }
        var reached: (shift: Int, end: Int) = (0, 0)
        for pair in sorted {
            if pair.shift != reached.shift { reached = (pair.shift, 0) }
            let start = max(pair.source.lowerBound, reached.end)
            guard start < pair.source.upperBound else { continue }
            reached.end = pair.source.upperBound
            let before = (start..<pair.source.upperBound).clamped(to: 0..<counts.first)
            let moved = start.addingSaturated(pair.shift)
            let end = pair.source.upperBound.addingSaturated(pair.shift)
            guard moved >= 0,
                before.count == min(end, counts.second) - min(moved, counts.second),
                before.isEmpty || isSame(before, moved)
            else { return pair.source.lowerBound }
        }
        return nil
    }
}
