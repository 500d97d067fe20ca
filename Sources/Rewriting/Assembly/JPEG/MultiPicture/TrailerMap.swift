/// Where the bytes behind the primary picture have gone, when pictures among them have got other lengths.
struct TrailerMap {
    /// A range of the source's bytes that others stand for.
    struct Replacement {
        let range: Range<Int>
        let length: Int
    }

    /// Where the trailer begins in the source.
    let start: Int
    /// What was replaced, in the order of the source.
    let replacements: [Replacement]

    /// Where a byte of the source lies, counted from the start of the trailer in the output.
    ///
    /// A byte within a replaced range goes to where the replacement begins, the byte behind it to its end.
    func position(of source: Int) -> Int {
        var growth = 0
        for replacement in replacements {
            if source >= replacement.range.upperBound {
                growth += replacement.length - replacement.range.count
            } else if source > replacement.range.lowerBound {
                return replacement.range.lowerBound - start + growth
            }
        }
        return source - start + growth
    }

    /// The length of what stands for exactly this range, where it was replaced.
    func length(of range: Range<Int>) -> Int? { replacements.first { $0.range == range }?.length }
}
