import TestRaster
import Testing
import UprightCodecs

@Suite struct PNGFilterTests {
    /// The filters as the specification defines them, byte by byte.
    private static func undone(
        _ filter: PNGFilter, _ row: ArraySlice<UInt8>, _ previous: [UInt8], unit: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, byte) in row.enumerated() {
            let left = index < unit ? 0 : Int(bytes[index - unit])
            let above = Int(previous[index])
            let corner = index < unit ? 0 : Int(previous[index - unit])
            let estimate = left + above - corner
            let predicted =
                switch filter {
                case .none: 0
                case .sub: left
                case .up: above
                case .average: (left + above) / 2
                case .paeth: [left, above, corner].min { abs($0 - estimate) < abs($1 - estimate) } ?? 0
                }
            bytes.append(byte &+ UInt8(predicted))
        }
        return bytes
    }

    /// Rows that are computed together depend on each other at their first and last pixels, too.
    @Test(arguments: [3, 4, 6, 8], [PNGFilter.average, .paeth])
    func undoesTheFilterAsSpecified(unit: Int, filter: PNGFilter) {
        var numbers = TestNumbers(seed: UInt64(unit))
        for pixels in [1, 2, 3, 4, 5, 6, 17, 40] {
            for height in 1...9 {
                let (count, stride) = (pixels * unit, pixels * unit + 1)
                // Small differences, for which neighbours are equally near, and any.
                for bound in [4, 256] {
                    let filtered = (0..<height * stride).map { _ in UInt8(numbers.next(below: bound)) }
                    let previous = (0..<count).map { _ in UInt8(numbers.next(below: 256)) }
                    var expected: [[UInt8]] = [previous]
                    for y in 0..<height {
                        let row = filtered[y * stride..<y * stride + count]
                        expected.append(Self.undone(filter, row, expected[y], unit: unit))
                    }
                    var rows = filtered
                    rows.withUnsafeMutableBufferPointer { rows in
                        guard let base = rows.baseAddress else { return }
                        filter.undo(
                            base, rows: height, stride: stride, previous: previous, count: count, unit: unit)
                    }
                    for y in 0..<height {
                        #expect(Array(rows[y * stride..<y * stride + count]) == expected[y + 1])
                        // The byte after a row is the next one's filter.
                        #expect(rows[y * stride + count] == filtered[y * stride + count])
                    }
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 6, 8], [PNGFilter.none, .sub, .up, .average, .paeth])
    func everyFilterOfARowIsUndoneAsSpecified(unit: Int, filter: PNGFilter) {
        var numbers = TestNumbers(seed: UInt64(unit))
        for pixels in [1, 2, 3, 4, 5, 6, 7, 8, 17, 40] {
            let count = pixels * unit
            let filtered = (0...count).map { _ in UInt8(numbers.next(below: 256)) }
            let previous = (0..<count).map { _ in UInt8(numbers.next(below: 256)) }
            var row = filtered
            row.withUnsafeMutableBufferPointer { row in
                guard let base = row.baseAddress else { return }
                filter.undo(base, previous: previous, count: count, unit: unit)
            }
            #expect(Array(row[..<count]) == Self.undone(filter, filtered[..<count], previous, unit: unit))
            #expect(row[count] == filtered[count], "the byte after the row")
        }
    }
}
