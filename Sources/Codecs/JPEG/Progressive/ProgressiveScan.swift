internal import UprightGeometry

/// Records the symbols and bits of one scan of a progressive picture.
///
/// The output is, bit for bit, that of libjpeg.
///
/// Source: ITU-T T.81, G.1.2 and figures G.1 to G.9.
struct ProgressiveScan {
    let scan: JPEGCoding.Scan
    let picture: JPEGCoefficients
    let restartInterval: Int
    let record: ProgressiveRecord

    /// A plane as a DC scan sees it.
    private struct Part {
        let grid: JPEGPlane.Grid
        let width: Int
        let height: Int
        /// Blocks across and down in an MCU.
        let across: Int
        let down: Int
    }

    /// The largest sizes of coefficients.
    var sizes: CoefficientSizes { CoefficientSizes(precision: picture.precision) }

    /// Records a scan of DC coefficients.
    ///
    /// - Parameter tables: the table number of each plane of the scan, counted within the scan.
    /// - Returns: false if a coefficient is too large to be written.
    func recordDC(tables: [Int]) throws(JPEGCodecError) -> Bool {
        let planes = scan.planes.map { picture.planes[$0] }
        let isInterleaved = planes.count > 1
        let (columns, rows) =
            isInterleaved
            ? picture.size.mcus(
                horizontal: picture.planes.map(\.horizontal).max() ?? 1,
                vertical: picture.planes.map(\.vertical).max() ?? 1)
            : (planes[0].width, planes[0].height)
        let low = Int16(scan.approximationLow)
        // Without references, which would be counted for every block.
        let parts = planes.map { plane in
            Part(
                grid: plane.grid, width: plane.width, height: plane.height,
                across: isInterleaved ? plane.horizontal : 1, down: isInterleaved ? plane.vertical : 1)
        }
        defer { withExtendedLifetime(planes) {} }
        let mostBits = sizes.dc
        var last = [Int](repeating: 0, count: planes.count)
        var left = restartInterval
        for row in 0..<rows {
            for column in 0..<columns {
                try record.reserve(64)
                if restart(&left) { for index in last.indices { last[index] = 0 } }
                for index in parts.indices {
                    let part = parts[index]
                    // Blocks beyond the plane repeat the previous coefficient.
                    var value = 0
                    for y in (row * part.down)..<((row + 1) * part.down) {
                        for x in (column * part.across)..<((column + 1) * part.across) {
                            if x < part.width, y < part.height { value = Int(part.grid.block(x, y).pointee >> low) }
                            if scan.approximationHigh > 0 {
                                record.append(value & 1, 1)
                                continue
                            }
                            let difference = value - last[index]
                            last[index] = value
                            let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
                            guard size <= mostBits else { return false }
                            let bits = (difference >> 63 + difference) & (1 << size - 1)
                            record.append(symbol: size, bits, size, table: tables[index])
                        }
                    }
                }
            }
        }
        return true
    }

    /// Counts an MCU, and records a restart if one is due.
    @inline(__always)
    func restart(_ left: inout Int) -> Bool {
        guard restartInterval > 0 else { return false }
        defer { left -= 1 }
        guard left == 0 else { return false }
        record.appendRestart()
        left = restartInterval
        return true
    }
}
