internal import CUprightCodecs
internal import UprightBase

extension ScanTurn {
    /// Writes the turned scan's entropy-coded data.
    ///
    /// - Returns: false if a DC difference is too large to be written.
    func write(
        to output: ScanPart, _ tables: ScanTables, restartInterval: Int, expecting expected: Int, limit: Int,
        _ parallelism: Parallelism
    ) throws(CodecError) -> Bool {
        // Restart markers divide the data at whole bytes, so such parts would need no joining; but such files are rare.
        let count = restartInterval == 0 ? max(min(parallelism.shares(ofBytes: expected), rows), 1) : 1
        // Shared data is only read; one thread writes each part.
        nonisolated(unsafe) let (turn, codes) = (turn, Self.codes(tables))
        let rows = rows
        defer { withExtendedLifetime((self, tables)) {} }
        let results = parallelism.map(count) { index in
            Result { () throws(CodecError) in
                let part =
                    index == 0 ? output : try ScanPart(expecting: expected / count, limit: limit, isFirst: false)
                let own = (0..<rows).share(index, of: count)
                let range = jpeg_turn_begin(turn, own.lowerBound, own.upperBound, restartInterval, index == 0 ? 1 : 0)
                try part.write(turn, codes, range)
                return part
            }
        }
        var parts: [ScanPart] = []
        for result in results { parts.append(try result.get()) }
        return try output.finishScan(with: Array(parts.dropFirst()))
    }
}

extension ScanPart {
    /// Writes MCU rows of a turn.
    fileprivate func write(
        _ turn: OpaquePointer, _ codes: jpeg_turn_output_codes, _ rows: jpeg_turn_output
    ) throws(CodecError) {
        isSound = try writer.write(turn, codes, rows)
    }
}

extension EntropyWriter {
    /// Writes MCU rows of a turn. No bits may be pending.
    ///
    /// - Returns: false if a DC difference is too large to be written.
    fileprivate mutating func write(
        _ turn: OpaquePointer, _ codes: jpeg_turn_output_codes, _ rows: jpeg_turn_output
    ) throws(CodecError) -> Bool {
        var (codes, rows, done) = (codes, rows, Int32(0))
        while done == 0 {
            try write(reserving: JPEG_TURN_LEAST_CAPACITY) { target, capacity in
                jpeg_turn_write(turn, &codes, &rows, target, capacity, &done)
            }
        }
        put(rows.bits, Int(rows.count))
        return done > 0
    }
}
