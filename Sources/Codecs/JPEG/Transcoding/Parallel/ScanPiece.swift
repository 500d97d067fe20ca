/// A part of a scan that is decoded independently of the other parts.
///
/// If restart markers divide the scan, the start of each piece is known. Otherwise a piece starts anywhere and takes
/// the first bits there for the start of an MCU. Huffman codes synchronize by themselves: before long the piece reaches
/// the true start of an MCU, and is right from there on. The previous piece continues to decode until both are at the
/// same bit. That proves the guess, and what was decoded before that bit is dropped.
///
/// Source: S. T. Klein, Y. Wiseman, "Parallel Huffman Decoding with Applications to JPEG Files", The Computer Journal
/// 46 (5), 2003.
final class ScanPiece {
    /// The scan's data.
    private let data: UnsafeBufferPointer<UInt8>
    /// The bytes in which the piece's first bits lie; the next piece starts at the end.
    private let range: Range<Int>
    private let isFirst: Bool
    private let isLast: Bool
    /// The number of MCUs in the whole scan.
    private let total: Int
    /// The restarts in the piece.
    let restarts: Restarts?

    /// The symbols of the blocks, plane by plane.
    let buffers: [SymbolBuffer]
    /// The blocks, plane by plane.
    let runs: UnsafeMutableBufferPointer<ScanRun>
    /// The number of MCUs decoded.
    private(set) var mcus = 0
    /// The bit at which each of them starts, if the piece's start is a guess.
    private var positions: [Int] = []
    private var reader: EntropyReader

    /// The number of its MCUs that are dropped.
    private(set) var dropped = 0
    /// The number in the scan of the first MCU that is kept.
    var first = 0
    /// The numbers to add to the DC coefficients, plane by plane.
    private(set) var offsets: [Int]

    /// The restarts of a piece that starts after a marker, or at the start of the scan.
    struct Restarts {
        /// The number of MCUs between two markers.
        let interval: Int
        /// The number in the scan of the first marker in the piece.
        let first: Int
        /// The number of MCUs in the piece.
        let mcus: Int
    }

    init(
        _ planes: [SequentialScanDecoder.Plane], buffers: [SymbolBuffer], _ data: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>, mcus: Int, restarts: Restarts?
    ) throws(JPEGCodecError) {
        self.data = data
        self.range = range
        self.buffers = buffers
        self.restarts = restarts
        total = mcus
        isFirst = range.lowerBound == 0
        isLast = range.upperBound == data.count
        reader = EntropyReader(UnsafeBufferPointer(rebasing: data[range.lowerBound...]))
        offsets = Array(repeating: 0, count: planes.count)
        var runs: [ScanRun] = []
        for (plane, buffer) in zip(planes, buffers) { runs.append(try ScanRun(plane, buffer: buffer, mcus: mcus)) }
        self.runs = .allocate(capacity: runs.count)
        _ = self.runs.initialize(from: runs)
    }

    deinit {
        for run in runs { run.deallocate() }
        runs.deallocate()
    }

    /// Decodes the piece.
    ///
    /// - Returns: whether the data was valid, as far as this piece can know.
    func decode() throws(JPEGCodecError) -> Bool {
        if let restarts { return try decode(restarts) }
        var decoder = BlockDecoder(reader)
        let end = data.baseAddress! + range.upperBound
        while mcus < total, isLast || decoder.reader.next < end {
            let before = decoder.reader
            if !isFirst { positions.append(before.position(from: data.baseAddress!)) }
            if try decodeMCU(&decoder) { continue }
            let failure = decoder.reader
            if !isFirst { positions.removeLast() }
            for index in runs.indices { runs[index].truncate(mcus: mcus) }
            decoder.reader = before
            // There is no MCU in the padding of the last byte; elsewhere, the guess was wrong.
            if before.isAtEnd { break }
            guard !isFirst, let again = start(after: failure) else { return false }
            decoder.reader = again
        }
        reader = decoder.reader
        return true
    }

    /// Decodes a piece of known length.
    private func decode(_ restarts: Restarts) throws(JPEGCodecError) -> Bool {
        var decoder = BlockDecoder(reader)
        while mcus < restarts.mcus {
            if mcus > 0, mcus % restarts.interval == 0 {
                guard decoder.reader.skipRestart((restarts.first + mcus / restarts.interval - 1) % 8) else {
                    return false
                }
                for index in runs.indices { runs[index].coder.predictor = 0 }
            }
            guard try decodeMCU(&decoder) else { return false }
        }
        reader = decoder.reader
        return true
    }

    /// Returns whether everything up to the end was decoded; the end must be a marker or the end of the data.
    func endsCleanly(mcus expected: Int) -> Bool {
        // A piece ends after the marker that follows it.
        let end = data.baseAddress! + range.upperBound
        return mcus == expected && reader.endsCleanly && (isLast ? reader.isAtEnd : reader.next + 2 == end)
    }

    /// Continues to decode until it reaches an MCU of the next piece, and then sets that piece's true start.
    ///
    /// - Returns: whether it reached one.
    func join(_ next: ScanPiece) throws(JPEGCodecError) -> Bool {
        var decoder = BlockDecoder(reader)
        var index = 0
        while mcus <= total {
            let position = decoder.reader.position(from: data.baseAddress!)
            while index < next.positions.count, next.positions[index] < position { index += 1 }
            guard index < next.positions.count else { return false }
            if next.positions[index] == position {
                next.dropped = index
                next.first = first + mcus - dropped
                for plane in runs.indices {
                    next.offsets[plane] =
                        runs[plane].coder.predictor + offsets[plane] - next.runs[plane].predictor(before: index)
                }
                return true
            }
            guard mcus < total, try decodeMCU(&decoder) else { return false }
        }
        return false
    }

    @inline(__always)
    private func decodeMCU(_ decoder: inout BlockDecoder) throws(JPEGCodecError) -> Bool {
        for index in 0..<runs.count {
            guard try decoder.decodeMCU(runs.baseAddress! + index) else { return false }
        }
        guard !decoder.reader.isOverdrawn else { return false }
        mcus &+= 1
        return true
    }

    /// Returns a reader for a new guess, after the byte in which the last one failed, and discards everything before
    /// it.
    private func start(after failure: EntropyReader) -> EntropyReader? {
        let byte = max((failure.position(from: data.baseAddress!) + 7) / 8 + 1, range.lowerBound + 1)
        guard byte < range.upperBound else { return nil }
        mcus = 0
        positions.removeAll(keepingCapacity: true)
        for index in runs.indices { runs[index].removeAll() }
        return EntropyReader(UnsafeBufferPointer(rebasing: data[(byte + (data[byte - 1] == 0xFF ? 1 : 0))...]))
    }
}
