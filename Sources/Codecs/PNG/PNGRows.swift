internal import UprightBase

/// Rows of PNG image data, each preceded by its filter byte.
struct PNGRows {
    /// The filter byte of the first row.
    let base: UnsafeMutableRawPointer
    /// The number of bytes of a row without its filter byte.
    let count: Int
    let height: Int
    /// The number of bytes per pixel, at least 1.
    let unit: Int

    /// All rows with their filter bytes.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: height * stride) }

    /// The filters of a picture's rows.
    enum Filtering: CaseIterable {
        /// No filter.
        case none
        /// The `up` filter for each row.
        case up
        /// For each row, the filter that is expected to give the fewest bytes.
        case adaptive
    }

    /// Filters every row in place, from the last to the first, because each needs the unfiltered row above it.
    ///
    /// - Parameters:
    ///   - first: the first row to filter; the rows before it do not change.
    ///   - parallelism: the threads that can take part.
    func filter(
        _ filtering: Filtering, from first: Int = 0, parallelism: Parallelism = .none
    ) throws(CodecError) {
        guard filtering != .none else { return mark(from: first) }
        let rows = first..<height
        let parts = max(1, min(parallelism.shares(ofBytes: rows.count * stride), rows.count))
        // The first row of a part needs the row above it, which belongs to another part.
        guard let above = ByteBuffer(count: parts * count) else { throw .noMemory(forPicture: parts * count) }
        for part in 0..<parts {
            let y = rows.share(part, of: parts).lowerBound
            let copy = above.base + part * count
            if y > 0 {
                copy.copyMemory(from: base + ((y - 1) * stride + 1), byteCount: count)
            } else {
                copy.initializeMemory(as: UInt8.self, repeating: 0, count: count)
            }
        }
        nonisolated(unsafe) let (own, copies) = (self, UnsafePointer(above.base.assumingMemoryBound(to: UInt8.self)))
        let outcomes = parallelism.map(parts) { part in
            Result { () throws(CodecError) in
                try own.filter(filtering, rows.share(part, of: parts), above: copies + part * own.count)
            }
        }
        for outcome in outcomes { try outcome.get() }
    }

    /// Filters a range of rows.
    ///
    /// - Parameter above: the unfiltered row above the first of them.
    private func filter(
        _ filtering: Filtering, _ rows: Range<Int>, above: UnsafePointer<UInt8>
    ) throws(CodecError) {
        guard let choice = PNGFilterChoice(unit: unit, count: count) else { throw .noMemory(forPicture: 4 * count) }
        var y = rows.upperBound - 1
        while y >= rows.lowerBound {
            let row = (base + y &* stride).assumingMemoryBound(to: UInt8.self)
            let previous = y > rows.lowerBound ? UnsafePointer(row - count) : above
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
