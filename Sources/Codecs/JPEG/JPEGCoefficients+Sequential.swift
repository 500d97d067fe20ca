internal import UprightFormats

extension JPEGCoefficients {
    /// Encodes the planes as sequential scans, with the Huffman tables that have the shortest codes for them.
    ///
    /// For 12-bit samples, for which libjpeg's Huffman coder has no symbols.
    ///
    /// - Returns: nil if a coefficient is too large to be written.
    func encodedSequentially(
        as coding: JPEGCoding, expecting expected: Int, limit: Int
    ) throws(CodecError) -> EncodedJPEG? {
        // The standard's tables have no symbols for these coefficients.
        var coding = coding
        coding.optimizesTables = true
        let output = try ScanPart(expecting: expected, limit: limit, isFirst: true)
        let components = planes.map {
            FrameWriter.Component(
                id: $0.id, horizontal: $0.horizontal, vertical: $0.vertical, table: $0.table,
                quantization: $0.quantization)
        }
        var headers = FrameWriter(components, coding)
        try headers.writeFrame(size, precision: precision, to: &output.writer)
        for header in coding.scans {
            let scan = SequentialScan(header.planes, of: self, restartInterval: coding.restartInterval)
            var counter = SymbolCounter(planes: header.planes.count)
            guard try scan.send(to: &counter),
                let tables = ScanTables.optimal(coding, planes: header.planes, dc: counter.dc, ac: counter.ac)
            else { return nil }
            try headers.writeHeader(of: header, tables, to: &output.writer)
            var writer = SymbolWriter(output: output, tables: tables)
            guard try scan.send(to: &writer), try output.finishScan(with: []) else { return nil }
        }
        try output.writer.appendMarker(JPEGMarker.eoi)
        return output.writer.finished()
    }
}

/// Counts how often each symbol occurs, for each plane of a scan.
private struct SymbolCounter: SequentialScan.Sink {
    private(set) var dc: [[Int]]
    private(set) var ac: [[Int]]

    init(planes: Int) {
        dc = Array(repeating: Array(repeating: 0, count: 256), count: planes)
        ac = dc
    }

    func restart(_ number: Int) {}

    mutating func consume(_ symbol: Int, extra: UInt64, of plane: Int, isAC: Bool) {
        if isAC { ac[plane][symbol] += 1 } else { dc[plane][symbol] += 1 }
    }
}

/// Writes each symbol's code and its extra bits.
private struct SymbolWriter: SequentialScan.Sink {
    let output: ScanPart
    let tables: ScanTables

    /// The maximum number of bytes of the pending bits with a code and its extra bits, each byte stuffed.
    private static let reserve = 32

    func restart(_ number: Int) throws(CodecError) {
        try output.writer.reserve(Self.reserve)
        output.writer.finishBits()
        try output.writer.append([JPEGMarker.prefix, JPEGMarker.rst0 + UInt8(number & 7)])
    }

    func consume(_ symbol: Int, extra: UInt64, of plane: Int, isAC: Bool) throws(CodecError) {
        let entry = (isAC ? tables.ac[plane] : tables.dc[plane]).entries[symbol]
        try output.writer.reserve(Self.reserve)
        output.writer.put(entry >> 6 | extra, Int(entry & 63))
    }
}
