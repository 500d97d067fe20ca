internal import UprightContainers
internal import UprightThreads

/// Decodes one Huffman-coded sequential scan of a valid file in pieces, in parallel.
///
/// It gives up whenever ``SequentialScanDecoder`` does, and in some other cases; its results are the same.
struct ParallelScanDecoder {
    private let scan: SequentialScanDecoder
    private let parallelism: Parallelism
    /// The maximum number of symbols in a piece.
    private let limit: Int

    init(_ scan: SequentialScanDecoder, _ parallelism: Parallelism, symbolsInPart limit: Int) {
        self.scan = scan
        self.parallelism = parallelism
        self.limit = limit
    }

    /// Decodes the scan's data.
    ///
    /// - Returns: each plane's blocks; nil if the scan cannot be decoded in parallel.
    func decode(_ data: UnsafeBufferPointer<UInt8>) throws(JPEGCodecError) -> [ScanTarget]? {
        let count = parallelism.shares(ofBytes: data.count)
        guard count > 1, let pieces = try pieces(count, data) else { return nil }
        let total = scan.columns * scan.rows
        // Only one thread at a time uses each piece.
        nonisolated(unsafe) let shared = pieces
        let outcomes = parallelism.map(pieces.count) { index in
            Result { () throws(JPEGCodecError) in try shared[index].decode() }
        }
        for outcome in outcomes { guard try outcome.get() else { return nil } }
        if scan.restartInterval == 0 {
            for (piece, next) in zip(pieces, pieces.dropFirst()) { guard try piece.join(next) else { return nil } }
            guard let last = pieces.last, last.endsCleanly(mcus: total - last.first + last.dropped) else { return nil }
        } else {
            for piece in pieces { guard piece.endsCleanly(mcus: piece.restarts?.mcus ?? 0) else { return nil } }
        }
        let starts = pieces.map(\.first) + [total]
        nonisolated(unsafe) let targets = try targets(pieces)
        nonisolated(unsafe) let planes = scan.planes
        let (columns, limit) = (scan.columns, limit)
        let isPlaced = parallelism.map(pieces.count) { index in
            shared[index].place(
                in: targets, planes, columns: columns, mcus: starts[index + 1] - starts[index], index,
                of: shared.count, symbolsInPart: limit)
        }
        return isPlaced.allSatisfy(\.self) ? targets : nil
    }

    private func targets(_ pieces: [ScanPiece]) throws(JPEGCodecError) -> [ScanTarget] {
        var targets: [ScanTarget] = []
        for (index, plane) in scan.planes.enumerated() {
            if let coefficients = plane.coefficients {
                targets.append(.coefficients(coefficients))
            } else {
                let own = pieces.map { $0.buffers[index] }
                targets.append(
                    .symbols(try SymbolStore(width: plane.turnedWidth, height: plane.turnedHeight, buffers: own)))
            }
        }
        return targets
    }

    private func pieces(_ count: Int, _ data: UnsafeBufferPointer<UInt8>) throws(JPEGCodecError) -> [ScanPiece]? {
        let cuts = (0...count).map { data.count * $0 / count }
        let bounds = scan.restartInterval == 0 ? guesses(cuts, data) : restarts(cuts, data)
        guard let bounds, bounds.count > 1 else { return nil }
        let total = scan.columns * scan.rows
        let blocks = scan.planes.reduce(0) { $0 + $1.across * $1.down }
        var pieces: [ScanPiece] = []
        for index in bounds.indices {
            let end = index + 1 < bounds.count ? bounds[index + 1].byte : data.count
            var own: [SymbolBuffer] = []
            for plane in scan.planes {
                let bytes = end - bounds[index].byte
                let share = bytes * plane.across * plane.down / blocks
                own.append(try SymbolBuffer(expecting: 2 * share, generously: 3 * bytes))
            }
            var restarts: ScanPiece.Restarts?
            if scan.restartInterval > 0 {
                let next = index + 1 < bounds.count ? bounds[index + 1].marker * scan.restartInterval : total
                let first = bounds[index].marker
                restarts = .init(
                    interval: scan.restartInterval, first: first, mcus: next - first * scan.restartInterval)
            }
            let piece = try ScanPiece(
                scan.planes, buffers: own, data, bounds[index].byte..<end, mcus: total, restarts: restarts)
            piece.first = bounds[index].marker * scan.restartInterval
            pieces.append(piece)
        }
        return pieces
    }

    /// Returns the starts of pieces in data without markers: never between a 0xFF byte and the byte stuffed after it.
    private func guesses(
        _ cuts: [Int], _ data: UnsafeBufferPointer<UInt8>
    ) -> [(byte: Int, marker: Int)]? {
        cuts.dropLast().map { cut in
            var byte = cut
            while byte > 0, byte < data.count, data[byte - 1] == 0xFF { byte += 1 }
            return (byte, 0)
        }
    }

    /// Returns the starts of pieces, each after a marker, with the number of markers before it; nil if the markers are
    /// wrong.
    private func restarts(_ cuts: [Int], _ data: UnsafeBufferPointer<UInt8>) -> [(byte: Int, marker: Int)]? {
        var bounds = [(byte: 0, marker: 0)]
        var cut = 1
        var marker = 0
        var byte = 0
        while byte + 1 < data.count {
            guard data[byte] == 0xFF, data[byte + 1] != 0 else {
                byte += 1
                continue
            }
            guard data[byte + 1] == JPEGMarker.restart(marker) else { return nil }
            byte += 2
            marker += 1
            if cut < cuts.count - 1, byte >= cuts[cut] {
                bounds.append((byte, marker))
                while cut < cuts.count - 1, byte >= cuts[cut] { cut += 1 }
            }
        }
        let intervals = (scan.columns * scan.rows + scan.restartInterval - 1) / scan.restartInterval
        return marker == intervals - 1 ? bounds : nil
    }
}
