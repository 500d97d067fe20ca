internal import UprightBase
internal import UprightFormats

extension LosslessPicture {
    /// Encodes the picture as `SOI`, frame, tables, scans and `EOI`. The inverse is ``init(decoding:in:)``.
    ///
    /// - Parameter limit: the maximum size of the output, in bytes.
    package func encoded(limit: Int) throws(CodecError) -> EncodedJPEG {
        var writer = try EntropyWriter(expecting: size.width * size.height, limit: limit)
        try writer.appendMarker(JPEGMarker.soi)
        try writer.appendFrame(
            JPEGMarker.sof3, size, planes.map { ($0.id, $0.horizontal, $0.vertical, $0.table) }, precision: precision)
        var interval = 0
        for scan in scans {
            let columns = mcus(isInterleaved: scan.planes.count > 1, plane: scan.planes[0]).columns
            // An interval has 16 bits. If turned rows are too long for that, there are no restarts.
            let own = scan.restartRows * columns <= 0xFFFF ? scan.restartRows * columns : 0
            if own != interval { try writer.appendRestartInterval(own) }
            interval = own
            try encode(scan, restarts: own > 0, to: &writer)
        }
        try writer.appendMarker(JPEGMarker.eoi)
        return writer.finished()
    }

    private func encode(
        _ scan: LosslessScan, restarts: Bool, to writer: inout EntropyWriter
    ) throws(CodecError) {
        let numbers = Set(scan.tables).sorted()
        var frequencies = [Int](repeating: 0, count: 4 * 256)
        try forEachDifference(scan, restarts: restarts) { (plane, difference) throws(CodecError) in
            if let plane { frequencies[scan.tables[plane] << 8 | Self.size(difference)] += 1 }
        }
        var tables: [Int: HuffmanEncodingTable] = [:]
        for number in numbers {
            let definition = frequencies[(number << 8)..<((number + 1) << 8)].withUnsafeBufferPointer {
                HuffmanTableDefinition(optimalFor: $0)
            }
            try writer.appendHuffman(definition, number: number, isAC: false)
            tables[number] = HuffmanEncodingTable(definition)
        }
        try writer.appendScan(
            JPEGCoding.Scan(scan.planes, scan.predictor, 0, low: scan.pointTransform),
            zip(scan.planes, scan.tables).map { (planes[$0].id, $1 << 4) })
        let codes = scan.tables.compactMap { tables[$0] }
        try forEachDifference(scan, restarts: restarts) { (plane, difference) throws(CodecError) in
            try writer.reserve(32)
            guard let plane else {
                writer.finishBits()
                return try writer.append([JPEGMarker.prefix, JPEGMarker.restart(difference)])
            }
            let size = Self.size(difference)
            // An entry leaves space for as many extra bits as its symbol says; symbol 16 has none.
            let entry = codes[plane].entries[size]
            let extra = size == 16 ? 0 : (difference + (difference >> 63)) & (1 << size - 1)
            writer.put(entry >> 6 | UInt64(extra), Int(entry & 63))
        }
        try writer.reserve(32)
        writer.finishBits()
    }

    /// Returns the size category of a difference.
    @inline(__always)
    private static func size(_ difference: Int) -> Int { Int.bitWidth - difference.magnitude.leadingZeroBitCount }

    /// Calls `body` with each difference of a scan in order, -32767...32768, and its plane's index in the scan; and
    /// with each restart's number, without a plane.
    private func forEachDifference(
        _ scan: LosslessScan, restarts: Bool, _ body: (_ plane: Int?, _ difference: Int) throws(CodecError) -> Void
    ) throws(CodecError) {
        let isInterleaved = scan.planes.count > 1
        let (columns, rows) = mcus(isInterleaved: isInterleaved, plane: scan.planes[0])
        let predictor = LosslessPredictor(scan, precision: precision)
        let parts = scan.planes.map { planes[$0] }
        var number = 0
        var firstRow = 0
        for row in 0..<rows {
            if restarts, row > 0, row % scan.restartRows == 0 {
                try body(nil, number)
                number = (number + 1) & 7
                firstRow = row
            }
            for column in 0..<columns {
                for (index, part) in parts.enumerated() {
                    let across = isInterleaved ? part.horizontal : 1
                    let down = isInterleaved ? part.vertical : 1
                    try part.samples.withUnsafeBufferPointer { samples throws(CodecError) in
                        guard let base = samples.baseAddress else { return }
                        for y in (row * down)..<((row + 1) * down) {
                            let line = base + y * part.stride
                            let above = y > firstRow * down ? line - part.stride : nil
                            for x in (column * across)..<((column + 1) * across) {
                                let difference = Int(line[x]) - predictor.prediction(x, line, above)
                                let wrapped = Int(Int16(truncatingIfNeeded: difference))
                                try body(index, wrapped == -32_768 ? 32_768 : wrapped)
                            }
                        }
                    }
                }
            }
        }
    }
}
