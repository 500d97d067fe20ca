package import UprightFormats

extension TIFFBlock {
    /// Writes bytes where there is room: over a range that only their owner reads, with what is free behind it; else into bytes
    /// that nothing uses; else at the block's end, at an even offset.
    ///
    /// The rest of the range is set to 0. If the bytes go elsewhere, all of it is, so that it is room for what is written next, and
    /// nobody takes what was there for a picture.
    ///
    /// - Parameter range: a range that nothing else reads; nil if there is none.
    /// - Returns: the offset of the bytes.
    package mutating func store(_ new: [UInt8], over range: Range<Int>?) -> Int {
        if let range, new.count <= range.count {
            write(new + [UInt8](repeating: 0, count: range.count - new.count), at: range.lowerBound)
            return range.lowerBound
        }
        if let range, range.upperBound == bytes.count, promisedEnd <= bytes.count {
            sealDangling()
            guard range.upperBound == bytes.count else { return append(new) }
            bytes.replaceSubrange(range, with: new)
            return range.lowerBound
        }
        // Only if there can be room is it asked what a maker note refers to, which takes time.
        guard range != nil || gaps(nil, []).contains(where: { $0.count >= new.count }) else { return append(new) }
        let reach = TIFFReach(of: self, length: bytes.count).ranges
        let vacated = range.flatMap { range in reach.contains { $0.overlaps(range) } ? nil : range }
        let start = start(for: new.count, in: gaps(vacated, reach), vacated)
        if let vacated { write([UInt8](repeating: 0, count: vacated.count), at: vacated.lowerBound) }
        guard let start else { return append(new) }
        write(new, at: start)
        return start
    }

    /// Finds the place for bytes: a vacated range and what is behind it, or the smallest other gap.
    private func start(for count: Int, in gaps: [Range<Int>], _ vacated: Range<Int>?) -> Int? {
        if let vacated, let gap = gaps.first(where: { $0.contains(vacated.lowerBound) }),
            gap.upperBound - vacated.lowerBound >= count
        {
            return vacated.lowerBound
        }
        return gaps.map { $0.lowerBound + $0.lowerBound % 2..<max($0.lowerBound + $0.lowerBound % 2, $0.upperBound) }
            .filter { $0.count >= count }.min { $0.count < $1.count }?.lowerBound
    }

    /// The ranges that nothing uses and that are 0, or vacated.
    ///
    /// Zeros before other bytes that nothing uses can belong to these, and are no gap.
    ///
    /// - Parameter reach: what a maker note can refer to.
    private func gaps(_ vacated: Range<Int>?, _ reach: [Range<Int>]) -> [Range<Int>] {
        var isUsed = [Bool](repeating: false, count: bytes.count)
        func mark(_ range: Range<Int>, _ value: Bool) {
            for index in range.clamped(to: bytes.indices) { isUsed[index] = value }
        }
        for place in places { mark(place.range, true) }
        if let vacated { mark(vacated, false) }
        for range in reach { mark(range, true) }
        var gaps: [Range<Int>] = []
        var position = 0
        while let start = isUsed[position...].firstIndex(of: false) {
            let end = isUsed[start...].firstIndex(of: true) ?? bytes.count
            position = end
            let last = (start..<end).last { bytes[$0] != 0 && vacated?.contains($0) != true }
            // What ends before zeros can have some of them.
            let first = min(last.map { $0 + 1 + Self.margin } ?? start, end)
            if first < end { gaps.append(first..<end) }
        }
        return gaps
    }

    /// How many zeros behind bytes that nothing uses can belong to these.
    private static var margin: Int { 16 }
}
