/// Bands of rows, spread over a picture, from which the filters and the compression are chosen.
struct PNGRowSample<Rows: PNGRowSource> {
    private let rows: Rows
    let bands: Int
    private let bandRows: Int

    /// Chooses the bands.
    ///
    /// - Parameters:
    ///   - wanted: the size of all bands, in bytes. Fewer if the picture has fewer, and more if a band has its fewest
    ///     rows.
    ///   - bandBytes: the size of one band, in bytes.
    init(_ rows: Rows, bytes wanted: Int, bandBytes: Int) {
        self.rows = rows
        bandRows = min(rows.height, max(4, bandBytes / rows.stride))
        bands = max(1, min(rows.height / bandRows, wanted / (bandRows * rows.stride)))
    }

    /// The number of bytes, with a filter byte for each row.
    var count: Int { bands * bandRows * rows.stride }

    /// Returns filtered copies of the bands.
    func filtered(_ filtering: PNGRows.Filtering) throws(CodecError) -> ByteBuffer {
        let bandBytes = bandRows * rows.stride
        guard let sample = ByteBuffer(count: count), let band = ByteBuffer(count: bandBytes + rows.stride)
        else { throw .noMemory(forPicture: count + bandBytes + rows.stride) }
        for index in 0..<bands {
            let first = (rows.height - bandRows) * (2 * index + 1) / (2 * bands)
            // A band includes the row above it, which its first row's filter needs.
            let above = min(first, 1)
            rows.copy(first - above..<first + bandRows, to: band.base)
            let copy = PNGRows(base: band.base, count: rows.count, height: bandRows + above, unit: rows.unit)
            try copy.filter(filtering, from: above)
            (sample.base + index * bandBytes).copyMemory(
                from: band.base + above * rows.stride, byteCount: bandBytes)
        }
        return sample
    }
}
