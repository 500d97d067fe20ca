/// The room that a plan makes in a file.
struct TIFFRoom {
    /// Ranges that hold nothing, in order.
    private(set) var free: [Range<Int>]
    private var end: Int

    /// Creates the room of ranges that are no longer used, without what others use.
    init(freed: [Range<Int>], kept: [Range<Int>], end: Int) {
        let used = Self.merged(kept)
        var free: [Range<Int>] = []
        var next = 0
        for range in Self.merged(freed) {
            var start = range.lowerBound
            while next < used.count, used[next].upperBound <= start { next += 1 }
            var index = next
            while index < used.count, used[index].lowerBound < range.upperBound {
                if used[index].lowerBound > start { free.append(start..<used[index].lowerBound) }
                start = max(start, used[index].upperBound)
                index += 1
            }
            if start < range.upperBound { free.append(start..<range.upperBound) }
        }
        self.free = free
        self.end = end
    }

    /// Returns what ranges cover, in order and disjoint.
    static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Returns what ranges leave of a file, in order.
    static func gaps(between ranges: [Range<Int>], end: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var next = 0
        for range in merged(ranges) {
            if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
            next = max(next, range.upperBound)
        }
        if next < end { gaps.append(next..<end) }
        return gaps
    }

    /// Takes room at an even offset: in place of what is replaced, else in the first free range, else at the end.
    mutating func allocate(_ count: Int, near old: Range<Int>? = nil) -> Int {
        if let old,
            let index = free.firstIndex(where: {
                $0.lowerBound <= old.lowerBound && old.lowerBound + count <= $0.upperBound
            })
        {
            return allocate(count, at: old.lowerBound, from: index)
        }
        if let index = free.firstIndex(where: { $0.upperBound - ($0.lowerBound + $0.lowerBound % 2) >= count }) {
            return allocate(count, at: free[index].lowerBound + free[index].lowerBound % 2, from: index)
        }
        // A free range at the end of the file can grow.
        if let last = free.last, last.upperBound == end {
            let start = last.lowerBound + last.lowerBound % 2
            free.removeLast()
            if start > last.lowerBound { free.append(last.lowerBound..<start) }
            end = max(end, start + count)
            return start
        }
        let start = end + end % 2
        end = start + count
        return start
    }

    private mutating func allocate(_ count: Int, at start: Int, from index: Int) -> Int {
        let range = free[index]
        let parts = [range.lowerBound..<start, start + count..<range.upperBound].filter { !$0.isEmpty }
        free.replaceSubrange(index...index, with: parts)
        return start
    }
}
