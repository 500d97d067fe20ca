extension Range where Bound == Int {
    /// One of so many shares, in order, that make up the range and are as long as each other but for one.
    public func share(_ index: Int, of count: Int) -> Range<Int> {
        (lowerBound + self.count * index / count)..<(lowerBound + self.count * (index + 1) / count)
    }
}
