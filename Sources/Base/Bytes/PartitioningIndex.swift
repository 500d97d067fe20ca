extension RandomAccessCollection {
    /// Returns the first index whose element is in the second part of a collection in which every element that does not meet
    /// the condition comes before every one that does; the end if none does. As in Swift Algorithms.
    package func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Index {
        var (low, length) = (startIndex, count)
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if belongsInSecondPart(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
