/// Maps positions after the primary picture from source to output, since turned pictures can change their lengths.
struct TrailerMap {
    /// A replaced range of the source, and the length of its replacement.
    struct Replacement {
        let range: Range<Int>
        let length: Int
    }

    /// The offset of the trailer in the source.
    let start: Int
    /// The replacements, in the order of the source.
    let replacements: [Replacement]

    /// Returns the position of a source byte in the output, counted from the start of the trailer.
    ///
    /// A byte within a replaced range maps to the start of the replacement; the byte after the range maps to its end.
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

    /// Returns the replacement of a range that holds this one, if there is one.
    func replacement(holding range: Range<Int>) -> Replacement? {
        replacements.first { $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound }
    }

    /// Returns the length of the replacement of exactly this range; nil if it was not replaced.
    func length(of range: Range<Int>) -> Int? { replacements.first { $0.range == range }?.length }
}
