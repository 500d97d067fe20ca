internal import UprightBase
internal import UprightFormats

/// Turns a picture scan by scan, without planes of coefficients: the path that most pictures take.
///
/// For pictures with unchanged scans. A scan that is turned exactly, with whole MCUs along mirrored axes, is turned one
/// MCU at a time: blocks are decoded, turned and re-encoded while they are in the innermost cache. A scan with
/// components that are requantized is decoded first and then written by a ``ScanRequantizer``.
struct DirectTurn {
    /// One scan, with its tables.
    private struct Scan {
        let header: JPEGScan
        let indices: [Int]
        let components: [ScanTurn.Component]
        /// How to requantize the components; nil if all are turned exactly.
        let requantization: [RequantizedComponent]?
        let columns: Int
        let rows: Int
    }

    private let bytes: [UInt8]
    private let file: JPEGFile
    private let orientation: Orientation
    private let coding: JPEGCoding
    private let parallelism: Parallelism
    private let bytesInPiece: Int
    private let isPortable: Bool
    private var scans: [Scan] = []
    private let components: [FrameWriter.Component]

    /// Creates the turn; nil for pictures of other kinds.
    init?(
        _ transcoder: JPEGTranscoder, _ orientation: Orientation, _ coding: JPEGCoding, _ parallelism: Parallelism
    ) {
        file = transcoder.file
        bytes = transcoder.bytes
        bytesInPiece = transcoder.bytesInPiece
        isPortable = transcoder.isPortable
        self.orientation = orientation
        self.coding = coding
        self.parallelism = parallelism
        let frame = file.frameHeader
        let geometries = transcoder.geometries(orientation)
        guard coding.scans.count == file.scans.count else { return nil }
        var tables = JPEGTables()
        var segments = file.segments[...]
        var quantization: [Int: [UInt16]] = [:]
        for (scan, target) in zip(file.scans, coding.scans) {
            guard tables.read(&segments, before: scan, in: bytes) else { return nil }
            let indices = scan.components.compactMap { component in
                frame.components.firstIndex { $0.id == component.id }
            }
            guard indices == target.planes else { return nil }
            for index in indices {
                let number = frame.components[index].quantizationTable
                guard let steps = tables.quantization[number], quantization[number, default: steps] == steps else {
                    return nil
                }
                quantization[number] = steps
            }
            guard let own = Self.scan(scan, indices, frame, geometries, tables) else { return nil }
            scans.append(own)
        }
        components = zip(frame.components, geometries).compactMap { component, geometry in
            quantization[component.quantizationTable].map { steps in
                FrameWriter.Component(component, steps, transposed: geometry.transposes)
            }
        }
        guard components.count == frame.components.count else { return nil }
    }

    /// Returns a scan and its tables; nil if tables are missing or invalid, or if a mirrored axis ends within an MCU.
    private static func scan(
        _ scan: JPEGScan, _ indices: [Int], _ frame: JPEGFrameHeader, _ geometries: [JPEGPlaneGeometry],
        _ tables: JPEGTables
    ) -> Scan? {
        let isInterleaved = indices.count > 1
        var components: [ScanTurn.Component] = []
        for (index, selectors) in zip(indices, scan.components) {
            let component = frame.components[index]
            guard let dc = tables.huffman[UInt8(truncatingIfNeeded: selectors.dcTable)],
                let ac = tables.huffman[UInt8(truncatingIfNeeded: selectors.acTable | 0x10)],
                dc.canonicalCodes() != nil, ac.canonicalCodes() != nil, dc.symbols.allSatisfy({ $0 <= 15 })
            else { return nil }
            let geometry = geometries[index]
            // The inverse transform transposes. A turn that does not needs blocks that are transposed already.
            let map =
                geometry.isExact ? CoefficientMap(geometry) : CoefficientMap(transposing: !geometry.transposes)
            components.append(
                ScanTurn.Component(
                    across: isInterleaved ? component.horizontal : 1, down: isInterleaved ? component.vertical : 1,
                    size: frame.blockSize(of: component), dc: dc, ac: ac, map: map))
        }
        let mcus = frame.size.mcus(horizontal: frame.maximumHorizontal, vertical: frame.maximumVertical)
        let columns = isInterleaved ? mcus.columns : components[0].size.width
        let rows = isInterleaved ? mcus.rows : components[0].size.height
        guard indices.allSatisfy({ geometries[$0].isExact }) else {
            let requantization = indices.compactMap { index in
                tables.quantization[frame.components[index].quantizationTable].map {
                    RequantizedComponent(geometries[index], $0, size: frame.blockSize(of: frame.components[index]))
                }
            }
            return Scan(
                header: scan, indices: indices, components: components, requantization: requantization,
                columns: columns, rows: rows)
        }
        let geometry = geometries[indices[0]]
        let (horizontal, vertical) =
            geometry.transposes ? (geometry.vertical, geometry.horizontal) : (geometry.horizontal, geometry.vertical)
        guard
            components.allSatisfy({
                (!horizontal.isMirrored || $0.size.width == columns * $0.across)
                    && (!vertical.isMirrored || $0.size.height == rows * $0.down)
            })
        else { return nil }
        return Scan(
            header: scan, indices: indices, components: components, requantization: nil, columns: columns, rows: rows)
    }

    /// Decodes, turns and encodes the picture.
    ///
    /// - Returns: nil if the data is invalid, or if an allocation fails.
    func encoded(expecting expected: Int, limit: Int) throws(CodecError) -> EncodedJPEG? {
        var started: ScanPart?
        var scansWithSourceCodes = 0
        var headers = FrameWriter(components, coding)
        for (scan, target) in zip(scans, coding.scans) {
            let standard = coding.optimizesTables ? nil : ScanTables.standard(coding, planes: scan.indices)
            if !coding.optimizesTables, standard == nil { return nil }
            guard let (turn, known, hasSourceCodes) = decode(scan, standard) else { return nil }
            if hasSourceCodes { scansWithSourceCodes += 1 }
            let output: ScanPart
            if let started {
                output = started
                turn.freeData()
            } else {
                output = try firstPart(inMemoryOf: turn, expecting: expected, limit: limit)
                try headers.writeFrame(file.frameHeader.size.turned(by: orientation), to: &output.writer)
                started = output
            }
            if let requantization = scan.requantization {
                let requantizer = try ScanRequantizer(
                    turn, requantization, restartInterval: coding.restartInterval, expecting: expected, parallelism)
                guard let tables = known ?? requantizer.optimalTables(coding, planes: scan.indices, parallelism)
                else { return nil }
                try headers.writeHeader(of: target, tables, to: &output.writer)
                guard try requantizer.write(to: output, tables, expecting: expected, limit: limit, parallelism) else {
                    return nil
                }
                continue
            }
            guard let tables = known ?? turn.optimalTables(coding, planes: scan.indices) else { return nil }
            try headers.writeHeader(of: target, tables, to: &output.writer)
            guard
                try turn.write(
                    to: output, tables, restartInterval: coding.restartInterval, expecting: expected, limit: limit,
                    parallelism)
            else { return nil }
        }
        try started?.writer.appendMarker(JPEGMarker.eoi)
        let encoded = started?.writer.finished()
        encoded?.scansWithSourceCodes = scansWithSourceCodes
        return encoded
    }

    /// Returns the output, empty. The output of a picture with a single scan is written over the decoded data.
    private func firstPart(
        inMemoryOf turn: ScanTurn, expecting expected: Int, limit: Int
    ) throws(CodecError) -> ScanPart {
        guard scans.count == 1, let memory = turn.takeMemory() else {
            turn.freeData()
            return try ScanPart(expecting: expected, limit: limit, isFirst: true)
        }
        return ScanPart(taking: memory.base, capacity: memory.size, limit: limit)
    }

    /// A decoded scan, with the tables of the output if they are known.
    private typealias Decoded = (turn: ScanTurn, tables: ScanTables?, hasSourceCodes: Bool)

    /// - Parameter standard: the tables of the output, if they do not depend on its symbols.
    private func decode(_ scan: Scan, _ standard: ScanTables?) -> Decoded? {
        if scan.requantization != nil { return decode(scan, as: .coefficients).map { ($0, standard, false) } }
        if let standard { return decode(scan, as: .bits(standard)).map { ($0, standard, false) } }
        if mayHaveOutputCodes(scan), let decoded = decodeWithSourceCodes(scan) { return decoded }
        return decode(scan, as: .symbols).map { ($0, nil, false) }
    }

    /// The fewest blocks between restart markers for which copying is faster: what is copied beyond a marker is copied again.
    private static let minimumBlocksInInterval = 24

    /// Whether it is likely that the AC codes of the output are the source's.
    private func mayHaveOutputCodes(_ scan: Scan) -> Bool {
        // Symbols are counted per table, so two equal tables must be one, with one number.
        let numbers = scan.indices.map { coding.acTables[$0] }
        let hasOneTablePerNumber = zip(scan.components, numbers).allSatisfy { component, number in
            zip(scan.components, numbers).allSatisfy { ($0.ac == component.ac) == ($1 == number) }
        }
        let blocks = scan.components.reduce(0) { $0 + $1.across * $1.down }
        let interval = scan.header.restartInterval
        return !orientation.transposes && hasOneTablePerNumber && scan.components.allSatisfy(\.ac.canBeOptimal)
            && (interval == 0 || interval * blocks >= Self.minimumBlocksInInterval)
    }

    /// Copies the bits of a scan's blocks, if its AC codes are those of the output. If not, decodes it again with the output's
    /// tables, which are then known.
    ///
    /// A turn that does not transpose keeps the AC symbols. If the source's AC tables have the shortest codes for them, they
    /// are the output's, too. That is known once the symbols are counted.
    private func decodeWithSourceCodes(_ scan: Scan) -> Decoded? {
        var copy = decode(scan, as: .sourceBits)
        guard let tables = copy?.optimalTables(coding, planes: scan.indices) else { return nil }
        if let copy, tables.ac.map(\.definition) == scan.components.map(\.ac) { return (copy, tables, true) }
        // Its memory is needed again.
        copy = nil
        return decode(scan, as: .bits(tables)).map { ($0, tables, false) }
    }

    private func decode(_ scan: Scan, as form: ScanTurn.Form) -> ScanTurn? {
        let data = file.segments[scan.header.segmentIndex].entropyCoded
        let threads = parallelism.shares(ofBytes: data.count)
        // Two pieces keep a processor busy. If pieces fail, try a single one.
        let pieces = max(min(2 * threads, data.count / max(bytesInPiece, 1)), 1)
        for count in pieces > 1 ? [pieces, 1] : [1] {
            let turn = bytes.withUnsafeBufferPointer { bytes in
                ScanTurn(
                    scan.components, columns: scan.columns, rows: scan.rows,
                    restartInterval: scan.header.restartInterval, orientation, form,
                    UnsafeBufferPointer(rebasing: bytes[data]), pieces: count, isPortable: isPortable)
            }
            if let turn, turn.decode(parallelism) { return turn }
        }
        return nil
    }
}
