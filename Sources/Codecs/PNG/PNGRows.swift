internal import UprightThreads

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
    /// - Parameters:
    ///   - first: the first row that is filtered; the ones before it stay as they are.
    ///   - parallelism: the threads that may take part.
    func filter(
        _ filtering: Filtering, from first: Int = 0, parallelism: Parallelism = .none
    ) throws(PNGCodecError) {
        guard filtering != .none else { return mark(from: first) }
        let rows = first..<height
        let parts = max(1, min(parallelism.shares(ofBytes: rows.count * stride), rows.count))
        // A part's first row is filtered by the one above it, which is another part's.
        guard let above = ByteBuffer(count: parts * count) else { throw .outOfMemory(bytes: parts * count) }
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
            Result { () throws(PNGCodecError) in
                try own.filter(filtering, rows.share(part, of: parts), above: copies + part * own.count)
            }
        }
        for outcome in outcomes { try outcome.get() }
    }

    /// Filters a range of rows.
    ///
    /// - Parameter above: the row above the first of them, unfiltered.
    private func filter(
        _ filtering: Filtering, _ rows: Range<Int>, above: UnsafePointer<UInt8>
    ) throws(PNGCodecError) {
        guard let choice = PNGFilterChoice(unit: unit, count: count) else { throw .outOfMemory(bytes: 4 * count) }
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
