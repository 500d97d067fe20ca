internal import UprightContainers
internal import CUprightCodecs
internal import UprightThreads

extension ScanLayout {
    /// The maximum number of bytes of a block: 64 codes of 16 bits with 15 extra bits each, each byte stuffed.
    private static let bytesPerBlock = 64 * 31 / 8 * 2

    /// How many MCUs ahead a block is loaded into the caches.
    private static let lookahead = 4

    /// Writes the scan's entropy-coded data, in parts: the first to the output, the others to parts of their own.
    ///
    /// - Returns: the parts that must follow in the output (``ScanPart/finishScan(with:)``).
    func write(
        to output: ScanPart, tables: ScanTables, expecting expected: Int, limit: Int, parallelism: Parallelism
    ) throws(JPEGCodecError) -> [ScanPart] {
        // Restart markers divide the data at whole bytes, so such parts would need no joining; but such files are rare.
        let count = restartInterval == 0 ? max(min(parallelism.shares(ofBytes: expected), rows), 1) : 1
        // The symbols and tables are only read.
        nonisolated(unsafe) let (layout, tables) = (self, tables)
        let results = parallelism.map(count) { index in
            Result { () throws(JPEGCodecError) in
                let part =
                    index == 0 ? output : try ScanPart(expecting: expected / count, limit: limit, isFirst: false)
                try part.write((0..<layout.rows).share(index, of: count), of: layout, tables)
                return part
            }
        }
        var parts: [ScanPart] = []
        for result in results { parts.append(try result.get()) }
        return Array(parts.dropFirst())
    }

    /// Writes rows of MCUs.
    ///
    /// - Returns: false if a DC difference is too large to be written.
    func write(_ part: Range<Int>, to writer: inout EntropyWriter, _ tables: ScanTables) throws(JPEGCodecError) -> Bool
    {
        let most = planes.reduce(16) { $0 + $1.across * $1.down * Self.bytesPerBlock }
        var last = predictors(before: part.lowerBound)
        let codes = zip(tables.dc, tables.ac).map { ($0.entries, $1.entries) }
        defer { withExtendedLifetime((self, tables)) {} }
        var left = restartInterval
        var restart: UInt8 = 0
        for row in part {
            for column in 0..<columns {
                try writer.reserve(most)
                if restartInterval > 0 {
                    if left == 0 {
                        writer.finishBits()
                        try writer.append([JPEGMarker.prefix, JPEGMarker.rst0 + restart])
                        try writer.reserve(most)
                        restart = (restart + 1) & 7
                        for index in last.indices { last[index] = 0 }
                        left = restartInterval
                    }
                    left -= 1
                }
                for index in planes.indices {
                    let plane = planes[index]
                    let (dc, ac) = codes[index]
                    for y in (row * plane.down)..<((row + 1) * plane.down) {
                        for x in (column * plane.across)..<((column + 1) * plane.across) {
                            guard x < plane.width, y < plane.height else {
                                writer.put(dc[0] &>> 6, Int(dc[0] & 63))
                                writer.put(ac[0] &>> 6, Int(ac[0] & 63))
                                continue
                            }
                            let block = y &* plane.width &+ x
                            // Blocks were stored in another order, so none of them is in the cache yet.
                            let ahead = min(block &+ Self.lookahead &* plane.across, plane.blockCount &- 1)
                            let start = plane.symbols[plane.starts[ahead]]
                            prefetch_for_reading(start)
                            prefetch_for_reading(start + 32)
                            let value = Int(plane.dc[block])
                            guard write(value &- last[index], to: &writer, dc) else { return false }
                            last[index] = value
                            Self.write(plane.symbols[plane.starts[block]], to: &writer, ac)
                        }
                    }
                }
            }
        }
        return true
    }

    /// Returns each plane's last DC coefficient in the row above a row of MCUs, for scans without restarts.
    private func predictors(before row: Int) -> [Int] {
        planes.map { plane in
            guard row > 0 else { return 0 }
            let bottom = min(row * plane.down, plane.height) - 1
            return Int(plane.dc[bottom * plane.width + plane.width - 1])
        }
    }

    /// Writes a DC difference (ITU-T T.81, F.1.2.1).
    @inline(__always)
    private func write(
        _ difference: Int, to writer: inout EntropyWriter, _ codes: UnsafePointer<UInt64>
    ) -> Bool {
        let sign = difference &>> 63
        let size = 64 &- ((difference ^ sign) &- sign).leadingZeroBitCount
        guard size <= maximumDCBits else { return false }
        let extra = UInt64(bitPattern: Int64(difference &+ sign)) & (1 &<< UInt64(size) &- 1)
        let code = codes[size]
        writer.put(code &>> 6 | extra, Int(truncatingIfNeeded: code & 63))
        return true
    }

    /// Writes the symbols of one block.
    @inline(__always)
    private static func write(
        _ first: UnsafePointer<UInt16>, to writer: inout EntropyWriter, _ codes: UnsafePointer<UInt64>
    ) {
        var next = first
        while true {
            let symbol = next.pointee
            let code = codes[Int(symbol &>> SymbolWords.shift & 0xFF)]
            var extra = symbol & SymbolWords.extraMask
            if symbol & SymbolWords.wideFlag != 0 {
                next += 1
                extra = next.pointee
            }
            writer.put(code &>> 6 | UInt64(extra), Int(truncatingIfNeeded: code & 63))
            if symbol & SymbolWords.lastFlag != 0 { return }
            next += 1
        }
    }
}
