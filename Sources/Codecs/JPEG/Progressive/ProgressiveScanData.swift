internal import CUprightCodecs

/// One encoded scan of a progressive picture: tables, header and entropy-coded data.
///
/// The Huffman tables of a progressive scan depend on how often each symbol occurs in it: one pass counts the symbols,
/// another writes them.
///
/// One thread makes it and then only reads happen, so it can be passed to another thread.
///
/// Source: ITU-T T.81, G.1.2 and figures G.1 to G.9.
final class ProgressiveScanData: @unchecked Sendable {
    let writer: EntropyWriter
    /// Whether all coefficients were small enough to be written.
    let isSound: Bool
    /// The number of bits of 1 that the scan sends of each of its planes; see ``JPEGPlane/setBits``.
    let sentBits: [Int]

    init(
        _ index: Int, of picture: ProgressivePicture, _ coding: JPEGCoding, expecting expected: Int, limit: Int
    ) throws(CodecError) {
        let scan = coding.scans[index]
        let isAC = scan.spectralStart > 0
        // The numbers of the tables that the scan needs, in the order of its planes.
        var numbers: [Int] = []
        let own = scan.planes.map { isAC ? coding.acTables[$0] : coding.dcTables[$0] }
        if isAC || scan.approximationHigh == 0 {
            for number in own where !numbers.contains(number) { numbers.append(number) }
        }
        let raw = Self.scan(
            index, of: picture, coding, tables: own.map { numbers.firstIndex(of: $0) ?? 0 })
        guard let encoder = jpeg_progressive_encoder_create(raw.raw) else {
            throw CodecError(outOfMemoryFor: "an encoder")
        }
        defer {
            jpeg_progressive_encoder_free(encoder)
            withExtendedLifetime(raw) {}
        }
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        let tables = try Self.optimalTables(encoder, count: numbers.count)
        isSound = tables != nil
        sentBits = scan.planes.indices.map { jpeg_progressive_sent_bits(encoder, Int32($0)) }
        if let tables {
            for (number, table) in zip(numbers, tables) {
                try writer.appendHuffman(table, number: number, isAC: isAC)
            }
            if index == 0, coding.restartInterval > 0 { try writer.appendRestartInterval(coding.restartInterval) }
            let selectors = own.map { isAC ? $0 : scan.approximationHigh == 0 ? $0 << 4 : 0 }
            try writer.appendScan(scan, zip(scan.planes, selectors).map { (picture.components[$0].id, $1) })
            var codes = tables.flatMap(Self.codes)
            var done: Int32 = 0
            while done == 0 {
                try writer.write(reserving: JPEG_TURN_LEAST_CAPACITY) { target, capacity in
                    codes.withUnsafeMutableBytes { codes in
                        jpeg_progressive_write(
                            encoder, codes.bindMemory(to: jpeg_progressive_codes.self).baseAddress, target, capacity,
                            &done)
                    }
                }
            }
        }
        self.writer = writer
    }

    private static func scan(
        _ index: Int, of picture: ProgressivePicture, _ coding: JPEGCoding, tables: [Int]
    ) -> ProgressiveScan {
        let scan = coding.scans[index]
        let isInterleaved = scan.planes.count > 1
        let parts = zip(scan.planes, tables).map { plane, number in
            ProgressiveScan.Part(
                plane: picture.planes[plane], across: isInterleaved ? picture.components[plane].horizontal : 1,
                down: isInterleaved ? picture.components[plane].vertical : 1, number: number)
        }
        let mcus = picture.size.mcus(
            horizontal: picture.components.map(\.horizontal).max() ?? 1,
            vertical: picture.components.map(\.vertical).max() ?? 1)
        return ProgressiveScan(
            scan, parts, band: ProgressiveScript(scans: coding.scans).band(of: index),
            columns: isInterleaved ? mcus.columns : parts[0].plane.width,
            rows: isInterleaved ? mcus.rows : parts[0].plane.height, restartInterval: coding.restartInterval,
            precision: picture.precision, isPortable: picture.isPortable)
    }

    /// Returns the tables with the shortest codes for the scan's symbols; nil if a coefficient is too large to be
    /// written.
    private static func optimalTables(
        _ encoder: OpaquePointer, count: Int
    ) throws(CodecError) -> [HuffmanTableDefinition]? {
        var counts = [Int](repeating: 0, count: 256 * max(count, 1))
        let outcome = Int(
            counts.withUnsafeMutableBytes { counts in
                jpeg_progressive_count(
                    encoder, counts.bindMemory(to: jpeg_progressive_counts.self).baseAddress)
            })
        guard outcome != JPEG_PROGRESSIVE_OUT_OF_MEMORY else {
            throw CodecError(outOfMemoryFor: "the runs of a scan")
        }
        guard outcome == JPEG_PROGRESSIVE_OK else { return nil }
        return counts.withUnsafeBufferPointer { counts in
            (0..<count).map { table in
                HuffmanTableDefinition(
                    optimalFor: UnsafeBufferPointer(rebasing: counts[(256 * table)..<(256 * (table + 1))]))
            }
        }
    }

    /// Returns each symbol's code, with the code's length in the lowest 8 bits.
    private static func codes(_ table: HuffmanTableDefinition) -> [UInt64] {
        var codes = [UInt64](repeating: 0, count: 256)
        for (symbol, code) in zip(table.symbols, table.canonicalCodes() ?? []) {
            codes[Int(symbol)] = UInt64(code.code) << 8 | UInt64(code.length)
        }
        return codes
    }
}
