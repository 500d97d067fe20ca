internal import CUprightCodecs
internal import UprightBase

/// Writes a turned scan of which components are requantized; see `jpeg_requantizer.h`.
///
/// The result is that of ``PlaneRequantizer``, the reference.
final class ScanRequantizer {
    private let turn: ScanTurn
    /// The parts, in the order of their MCU rows.
    private let parts: [OpaquePointer]

    /// Creates a requantizer for a decoded scan.
    init(
        _ turn: ScanTurn, _ components: [RequantizedComponent], restartInterval: Int, expecting expected: Int,
        _ parallelism: Parallelism
    ) throws(CodecError) {
        self.turn = turn
        // Restart markers divide the data at whole bytes, so such parts would need no joining; but such files are rare.
        let count = restartInterval == 0 ? max(min(parallelism.shares(ofBytes: expected), turn.rows), 1) : 1
        // Each thread makes its own part; the turn is only read.
        nonisolated(unsafe) let own = turn.turn
        let (raw, rows) = (components.map(\.raw), turn.rows)
        let made = parallelism.map(count) { index in
            let share = (0..<rows).share(index, of: count)
            return Part(
                jpeg_requantizer_create(
                    own, raw, share.lowerBound, share.upperBound, restartInterval, index == 0 ? 1 : 0))
        }
        withExtendedLifetime(turn) {}
        parts = made.compactMap(\.pointer)
        guard parts.count == count else { throw CodecError(outOfMemoryFor: "strips of samples") }
    }

    /// A part that another thread made.
    private struct Part: @unchecked Sendable {
        let pointer: OpaquePointer?
        init(_ pointer: OpaquePointer?) { self.pointer = pointer }
    }

    deinit { for part in parts { jpeg_requantizer_free(part) } }

    /// Returns the tables with the shortest codes; nil if a DC difference is too large to be written, or if an
    /// allocation fails.
    func optimalTables(_ coding: JPEGCoding, planes: [Int], _ parallelism: Parallelism) -> ScanTables? {
        let count = turn.count
        nonisolated(unsafe) let parts = parts
        let counts = parallelism.map(parts.count) { index -> [Int]? in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * count * 256) { memory in
                memory.initialize(repeating: 0)
                guard let base = memory.baseAddress else { return nil }
                let isSound = base.withMemoryRebound(to: jpeg_turn_counts.self, capacity: 2 * count) { counts in
                    jpeg_requantizer_collect(parts[index], counts, counts + count) != 0
                }
                return isSound ? memory.map { Int($0) } : nil
            }
        }
        withExtendedLifetime(self) {}
        var sums = [Int](repeating: 0, count: 2 * count * 256)
        for own in counts {
            guard let own else { return nil }
            for index in sums.indices { sums[index] += own[index] }
        }
        let tables = (0..<(2 * count)).map { Array(sums[($0 * 256)..<($0 * 256 + 256)]) }
        return ScanTables.optimal(
            coding, planes: planes, dc: Array(tables.prefix(count)), ac: Array(tables.dropFirst(count)))
    }

    /// Writes the scan's entropy-coded data.
    ///
    /// - Returns: false if a DC difference is too large to be written.
    func write(
        to output: ScanPart, _ tables: ScanTables, expecting expected: Int, limit: Int, _ parallelism: Parallelism
    ) throws(CodecError) -> Bool {
        nonisolated(unsafe) let (parts, codes) = (parts, ScanTurn.codes(tables))
        let count = parts.count
        defer { withExtendedLifetime((self, tables)) {} }
        let results = parallelism.map(count) { index in
            Result { () throws(CodecError) in
                let part =
                    index == 0 ? output : try ScanPart(expecting: expected / count, limit: limit, isFirst: false)
                part.isSound = try part.writer.write(parts[index], codes)
                return part
            }
        }
        var written: [ScanPart] = []
        for result in results { written.append(try result.get()) }
        return try output.finishScan(with: Array(written.dropFirst()))
    }
}

extension EntropyWriter {
    /// Writes a requantizer's rows. No bits may be pending.
    ///
    /// - Returns: false if a DC difference is too large to be written.
    fileprivate mutating func write(
        _ requantizer: OpaquePointer, _ codes: jpeg_turn_output_codes
    ) throws(CodecError) -> Bool {
        var (codes, done) = (codes, Int32(0))
        while done == 0 {
            try write(reserving: JPEG_TURN_LEAST_CAPACITY) { target, capacity in
                jpeg_requantizer_write(requantizer, &codes, target, capacity, &done)
            }
        }
        var bits: UInt64 = 0
        let count = jpeg_requantizer_pending(requantizer, &bits)
        put(bits, Int(count))
        return done > 0
    }
}
