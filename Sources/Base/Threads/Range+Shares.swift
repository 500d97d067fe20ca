extension Range where Bound == Int {
    /// One of `count` consecutive shares that make up the range; their lengths differ by at most one.
    public func share(_ index: Int, of count: Int) -> Range<Int> {
        (lowerBound + self.count * index / count)..<(lowerBound + self.count * (index + 1) / count)
    }

    /// Parts, in order, that make up the range: large ones first and then ever smaller ones. Threads that take one after
    /// another end together, whatever each part takes, and there are few parts.
    ///
    /// - Parameters:
    ///   - threads: how many threads there are; for one, there is one part.
    ///   - least: no part but the last is shorter.
    public func taperedParts(for threads: Int, least: Int) -> [Range<Int>] {
        guard threads > 1 else { return isEmpty ? [] : [self] }
        var parts: [Range<Int>] = []
        var start = lowerBound
        while start < upperBound {
            let fair = (upperBound - start) * 2 / (threads * 3)
            let end = Swift.min(start + Swift.max(fair, least, 1), upperBound)
            parts.append(start..<end)
            start = end
        }
        return parts
    }
}
