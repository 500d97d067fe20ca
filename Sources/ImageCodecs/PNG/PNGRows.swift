/// Rows of PNG image data, each after the byte that numbers its filter.
struct PNGRows {
    /// The filter number of the first row.
    let base: UnsafeMutableRawPointer
    /// How many bytes a row has beside its filter number.
    let count: Int
    /// How many rows there are.
    let height: Int
    /// How many bytes a pixel has, at least 1.
    let unit: Int

    /// How far two rows are apart, in bytes.
    var stride: Int { count + 1 }

    /// All rows with their filter numbers.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: height * stride) }

    /// How rows are filtered.
    enum Filtering: CaseIterable {
        /// Not at all.
        case none
        /// Each by the row above it.
        case up
        /// Each by the filter that promises the fewest bytes.
        case adaptive
    }

    /// Filters every row where it stands, from the last to the first, because each needs the one above it as it was.
    ///
    /// - Parameter first: the first row that is filtered; the ones before it stay as they are.
    func filter(_ filtering: Filtering, from first: Int = 0) throws(PNGCodecError) {
        guard filtering != .none else { return mark(from: first) }
        guard let choice = PNGFilterChoice(unit: unit, count: count), let zeros = ByteBuffer(count: count) else {
            throw .outOfMemory(bytes: 5 * count)
        }
        zeros.clear()
        var y = height - 1
        while y >= first {
            let row = (base + y &* stride).assumingMemoryBound(to: UInt8.self)
            let previous =
                y > 0 ? UnsafePointer(row - count) : UnsafePointer(zeros.base.assumingMemoryBound(to: UInt8.self))
            row[0] =
                filtering == .up
                ? choice.applyUp(row + 1, previous: previous).rawValue
                : choice.apply(row + 1, previous: previous).rawValue
            y &-= 1
        }
    }

    /// Marks every row as unfiltered.
    private func mark(from first: Int) {
        for y in first..<height {
            base.storeBytes(of: PNGFilter.none.rawValue, toByteOffset: y * stride, as: UInt8.self)
        }
    }
}
