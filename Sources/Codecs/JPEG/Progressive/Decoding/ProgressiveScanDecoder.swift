/// Decodes one scan of a progressive picture.
///
/// Like ``SequentialScanDecoder``, it tolerates no errors. Scans of the same coefficients run in parallel: each follows
/// the one before it, row by row.
///
/// Source: ITU-T T.81, G.2.
struct ProgressiveScanDecoder {
    /// A plane as the scan sees it.
    struct Part {
        let target: ProgressivePlane
        /// Blocks across and down in an MCU; 1 and 1 in a scan of one plane.
        let across: Int
        let down: Int
        /// The table for DC differences or AC coefficients; nil if the scan refines DC coefficients.
        let table: HuffmanDecodingTable?
        /// The progress of this scan.
        let progress: RowProgress
        /// The progress of the previous scan in the same plane, which this scan refines or follows.
        let previous: RowProgress?
    }

    /// A plane as a DC scan sees it.
    private struct DCPlane {
        let grid: JPEGPlane.Grid
        let width: Int
        let height: Int
        let across: Int
        let down: Int
        let lookup: HuffmanDecodingTable.Lookup?
    }

    let parts: [Part]
    let columns: Int
    let rows: Int
    let restartInterval: Int
    let spectralStart: Int
    let spectralEnd: Int
    let approximationHigh: Int
    let approximationLow: Int
    /// The largest sizes of coefficients.
    let sizes: CoefficientSizes

    /// Decodes the scan's data.
    ///
    /// - Returns: whether all of it was valid.
    func decode(_ data: UnsafeBufferPointer<UInt8>) -> Bool {
        // Release the scans that wait for this one, even if it fails.
        defer { for part in parts { part.progress.finish(.max) } }
        return spectralStart == 0 ? decodeDC(EntropyReader(data)) : decodeAC(EntropyReader(data))
    }

    /// Waits for the block rows that a row of MCUs covers.
    private func wait(for row: Int, _ known: inout [Int]) {
        for (index, part) in parts.enumerated() {
            let needed = min((row + 1) * part.down, part.target.plane.height)
            if let previous = part.previous, known[index] < needed { known[index] = previous.wait(for: needed) }
        }
    }

    private func finish(_ row: Int) {
        for part in parts { part.progress.finish((row + 1) * part.down) }
    }

    private func decodeDC(_ start: EntropyReader) -> Bool {
        var reader = start
        // Without references, which would be counted for every block.
        let planes = parts.map { part in
            DCPlane(
                grid: part.target.plane.grid, width: part.target.plane.width, height: part.target.plane.height,
                across: part.across, down: part.down, lookup: part.table?.lookup)
        }
        defer { withExtendedLifetime(parts) {} }
        var known = [Int](repeating: 0, count: parts.count)
        var predictors = [Int](repeating: 0, count: parts.count)
        var restarts = RestartCounter(interval: restartInterval)
        for row in 0..<rows {
            wait(for: row, &known)
            for column in 0..<columns {
                if restarts.isDue {
                    guard restarts.skip(&reader) else { return false }
                    for index in predictors.indices { predictors[index] = 0 }
                }
                for index in planes.indices {
                    let plane = planes[index]
                    for y in (row * plane.down)..<((row + 1) * plane.down) {
                        for x in (column * plane.across)..<((column + 1) * plane.across) {
                            reader.refill()
                            let isThere = x < plane.width && y < plane.height
                            guard let lookup = plane.lookup else {
                                let bit = Int16(reader.peek(1))
                                reader.skip(1)
                                if isThere { plane.grid.block(x, y)[0] |= bit << Int16(approximationLow) }
                                continue
                            }
                            let entry = lookup.entries[reader.peek(HuffmanDecodingTable.lookahead)]
                            guard let size = reader.symbol(entry, lookup), Int(size) <= sizes.dc else {
                                return false
                            }
                            if size > 0 { predictors[index] += reader.value(size: Int(size)) }
                            guard predictors[index] == Int(Int16(truncatingIfNeeded: predictors[index])) else {
                                return false
                            }
                            if isThere {
                                plane.grid.block(x, y)[0] = Int16(
                                    truncatingIfNeeded: predictors[index] << approximationLow)
                            }
                        }
                    }
                }
            }
            if reader.isOverdrawn { return false }
            finish(row)
        }
        return reader.endsCleanly && reader.isAtEnd
    }

    private func decodeAC(_ start: EntropyReader) -> Bool {
        guard let part = parts.first, let table = part.table else { return false }
        let plane = part.target.plane
        var decoder = BandDecoder(
            reader: start, table: table.lookup, start: spectralStart, end: spectralEnd, low: approximationLow,
            mostBits: sizes.ac)
        defer { decoder.deallocate() }
        let grid = plane.grid
        defer { withExtendedLifetime(part.target) {} }
        var known = [0]
        var restarts = RestartCounter(interval: restartInterval)
        for row in 0..<rows {
            wait(for: row, &known)
            let masks = part.target.masks + row * plane.width
            for column in 0..<columns {
                if restarts.isDue {
                    guard decoder.endOfBandRun == 0, restarts.skip(&decoder.reader) else { return false }
                }
                let block = grid.block(column, row)
                let isSound =
                    approximationHigh == 0
                    ? decoder.begin(block, &masks[column]) : decoder.refine(block, &masks[column])
                guard isSound else { return false }
            }
            if decoder.reader.isOverdrawn { return false }
            finish(row)
        }
        return decoder.endOfBandRun == 0 && decoder.reader.endsCleanly && decoder.reader.isAtEnd
    }
}

/// Counts MCUs up to the next restart marker.
struct RestartCounter {
    private let interval: Int
    private var left: Int
    private var number = 0

    init(interval: Int) {
        self.interval = interval
        left = interval
    }

    /// Whether a marker comes before the next MCU. Counts that MCU.
    @inline(__always)
    var isDue: Bool {
        mutating get {
            guard interval > 0 else { return false }
            left -= 1
            return left < 0
        }
    }

    /// Skips the marker that is due. Returns whether it was there.
    mutating func skip(_ reader: inout EntropyReader) -> Bool {
        left = interval - 1
        defer { number = (number + 1) & 7 }
        return reader.skipRestart(number)
    }
}
