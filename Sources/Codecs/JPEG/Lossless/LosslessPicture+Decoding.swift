internal import UprightBase
package import UprightFormats

extension LosslessPicture {
    /// Decodes a file. The inverse is ``encoded(limit:)``.
    package init(decoding file: JPEGFile, in bytes: [UInt8]) throws(CodecError) {
        let frame = file.frameHeader
        guard frame.marker == JPEGMarker.sof3 else {
            throw CodecError(
                .unsupported, "expected a Huffman-coded lossless JPEG (SOF3), found \(JPEGMarker.name(frame.marker))")
        }
        guard (2...16).contains(frame.precision), frame.components.count <= 4 else {
            throw CodecError(
                .undecodable,
                "expected 1 to 4 components of 2 to 16 bits, found \(frame.components.count) of \(frame.precision)")
        }
        guard frame.size.width > 0, frame.size.height > 0, !frame.components.isEmpty,
            frame.components.allSatisfy({ (1...4).contains($0.horizontal) && (1...4).contains($0.vertical) })
        else {
            throw CodecError(
                .undecodable, "expected a size and sampling factors of 1 to 4, found a frame header without them")
        }
        guard Set(frame.components.map(\.id)).count == frame.components.count else {
            throw CodecError(.undecodable, "two components have the same identifier")
        }
        size = frame.size
        precision = frame.precision
        let (across, down) = (frame.maximumHorizontal, frame.maximumVertical)
        planes = frame.components.map {
            LosslessPlane(
                id: Int($0.id), horizontal: $0.horizontal, vertical: $0.vertical, table: $0.quantizationTable,
                width: (frame.size.width * $0.horizontal + across - 1) / across,
                height: (frame.size.height * $0.vertical + down - 1) / down, stride: 0, samples: [])
        }
        scans = []
        for scan in file.scans { try read(scan, frame) }
        let sent = scans.flatMap(\.planes)
        guard sent.count == planes.count, Set(sent).count == planes.count else {
            throw CodecError(
                .undecodable, "expected each component in one scan, found \(sent.count) for \(planes.count) components")
        }
        for index in planes.indices { pad(index) }
        var tables = JPEGTables()
        var segments = file.segments[...]
        for (index, scan) in file.scans.enumerated() {
            let offset = file.segments[scan.segmentIndex].markerOffset
            guard tables.read(&segments, before: scan, in: bytes) else {
                throw CodecError(.undecodable, "a table before the scan at byte \(offset) is damaged")
            }
            try decode(scans[index], bytes[file.segments[scan.segmentIndex].entropyCoded], tables, offset)
        }
    }

    private mutating func read(_ scan: JPEGScan, _ frame: JPEGFrameHeader) throws(CodecError) {
        let indices = scan.components.compactMap { selected in
            frame.components.firstIndex { $0.id == selected.id }
        }
        guard indices.count == scan.components.count, !indices.isEmpty else {
            throw CodecError(.undecodable, "a scan names a component that the frame lacks")
        }
        guard (1...7).contains(scan.spectralStart), scan.approximationLow < frame.precision else {
            throw CodecError(
                .undecodable,
                "expected predictor 1 to 7 and a point transform below \(frame.precision), found "
                    + "\(scan.spectralStart) and \(scan.approximationLow)")
        }
        var new = LosslessScan(
            planes: indices, tables: scan.components.map(\.dcTable), predictor: scan.spectralStart,
            pointTransform: scan.approximationLow, restartRows: 0)
        scans.append(new)
        let columns = mcus(isInterleaved: indices.count > 1, plane: indices[0]).columns
        guard scan.restartInterval % columns == 0 else {
            throw CodecError(
                .unsupported,
                "expected a restart interval of whole rows of \(columns) MCUs, found \(scan.restartInterval)")
        }
        new.restartRows = scan.restartInterval / columns
        scans[scans.count - 1] = new
    }

    private mutating func decode(
        _ scan: LosslessScan, _ data: ArraySlice<UInt8>, _ tables: JPEGTables, _ offset: Int
    ) throws(CodecError) {
        var lookups: [HuffmanDecodingTable] = []
        for number in scan.tables {
            guard let definition = tables.huffman[UInt8(number)], definition.symbols.allSatisfy({ $0 <= 16 }),
                let table = HuffmanDecodingTable(definition)
            else {
                throw CodecError(
                    .undecodable, "the scan at byte \(offset) needs DC table \(number), which is missing or damaged")
            }
            lookups.append(table)
        }
        let isInterleaved = scan.planes.count > 1
        let (columns, rows) = mcus(isInterleaved: isInterleaved, plane: scan.planes[0])
        let predictor = LosslessPredictor(scan, precision: precision)
        // Move each plane's samples out while they are written, to avoid a copy.
        var buffers = scan.planes.map { index in
            let samples = planes[index].samples
            planes[index].samples = []
            return samples
        }
        let failure: Int? = data.withUnsafeBufferPointer { data in
            var reader = EntropyReader(data)
            var restart = 0
            var firstRow = 0
            for row in 0..<rows {
                if scan.restartRows > 0, row > 0, row % scan.restartRows == 0 {
                    guard reader.skipRestart(restart) else { return row }
                    restart = (restart + 1) & 7
                    firstRow = row
                }
                for column in 0..<columns {
                    for (index, plane) in scan.planes.enumerated() {
                        let across = isInterleaved ? planes[plane].horizontal : 1
                        let down = isInterleaved ? planes[plane].vertical : 1
                        let stride = planes[plane].stride
                        let lookup = lookups[index].lookup
                        let isSound = buffers[index].withUnsafeMutableBufferPointer { samples in
                            guard let base = samples.baseAddress else { return false }
                            for y in (row * down)..<((row + 1) * down) {
                                let line = base + y * stride
                                let above = y > firstRow * down ? UnsafePointer(line - stride) : nil
                                for x in (column * across)..<((column + 1) * across) {
                                    guard let difference = Self.difference(&reader, lookup) else { return false }
                                    let value = predictor.prediction(x, line, above) &+ difference
                                    line[x] = UInt16(truncatingIfNeeded: value)
                                }
                            }
                            return true
                        }
                        guard isSound else { return row }
                    }
                }
                if reader.isOverdrawn { return row }
            }
            return nil
        }
        for (index, plane) in scan.planes.enumerated() { planes[plane].samples = buffers[index] }
        if let failure {
            throw CodecError(
                .undecodable, "expected \(rows) rows in the scan at byte \(offset), found damage in row \(failure)")
        }
    }

    /// Reads a difference, modulo 2¹⁶ (ITU-T T.81, H.1.2.2); nil if the bits are not a valid code.
    @inline(__always)
    private static func difference(_ reader: inout EntropyReader, _ table: HuffmanDecodingTable.Lookup) -> Int? {
        reader.refill()
        let entry = table.entries[reader.peek(HuffmanDecodingTable.lookahead)]
        let value = Int16(truncatingIfNeeded: entry &>> 16)
        if value != 0 {
            reader.skip(Int(truncatingIfNeeded: entry & 0xFF))
            return Int(value)
        }
        guard let size = reader.symbol(entry, table) else { return nil }
        if size == 0 { return 0 }
        return size == 16 ? 32_768 : reader.value(size: Int(size))
    }
}
