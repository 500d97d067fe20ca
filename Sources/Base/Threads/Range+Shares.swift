extension Range where Bound == Int {
    /// Returns one of `count` consecutive shares that make up the range; their lengths differ by at most one.
    public func share(_ index: Int, of count: Int) -> Range<Int> {
        (lowerBound + self.count * index / count)..<(lowerBound + self.count * (index + 1) / count)
    }

    /// Returns consecutive parts that make up the range, large ones first and then ever smaller ones. Threads that take
    /// one part after another finish at about the same time, however long each part takes, and there are few parts.
    ///
    /// - Parameters:
    ///   - threads: the number of threads; for one thread, there is one part.
    ///   - least: the minimum length of every part except the last.
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
