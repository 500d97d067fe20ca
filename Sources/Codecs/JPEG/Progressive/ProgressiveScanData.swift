/// One encoded scan of a progressive picture: tables, header and entropy-coded data.
///
/// One thread creates it; afterwards it is only read, so it can be passed to another thread.
final class ProgressiveScanData: @unchecked Sendable {
    let writer: EntropyWriter
    /// Whether all coefficients were small enough to be written.
    let isSound: Bool

    init(
        _ index: Int, of picture: JPEGCoefficients, _ coding: JPEGCoding, _ masks: [NonzeroMasks],
        expecting expected: Int, limit: Int
    ) throws(JPEGCodecError) {
        let scan = coding.scans[index]
        let record = try ProgressiveRecord(expecting: 4 * expected)
        let pass = ProgressiveScan(
            scan: scan, picture: picture, restartInterval: coding.restartInterval, record: record)
        let isAC = scan.spectralStart > 0
        // The numbers of the tables that the scan needs, in the order of its planes.
        var numbers: [Int] = []
        let own = scan.planes.map { isAC ? coding.acTables[$0] : coding.dcTables[$0] }
        if isAC || scan.approximationHigh == 0 {
            for number in own where !numbers.contains(number) { numbers.append(number) }
        }
        isSound =
            isAC
            ? try pass.recordAC(masks[scan.planes[0]])
            : try pass.recordDC(tables: own.map { numbers.firstIndex(of: $0) ?? 0 })
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        if isSound {
            let tables = numbers.indices.map { record.optimalTable($0) }
            for (number, table) in zip(numbers, tables) {
                try writer.appendHuffman(table, number: number, isAC: isAC)
            }
            if index == 0, coding.restartInterval > 0 { try writer.appendRestartInterval(coding.restartInterval) }
            let selectors = own.map { isAC ? $0 : scan.approximationHigh == 0 ? $0 << 4 : 0 }
            try writer.appendScan(scan, zip(scan.planes, selectors).map { (picture.planes[$0].id, $1) })
            try record.write(to: &writer, tables: tables)
        }
        self.writer = writer
    }
}
