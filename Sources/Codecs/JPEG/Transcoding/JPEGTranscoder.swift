package import UprightGeometry
package import UprightContainers
package import UprightThreads

/// Turns a Huffman-coded sequential picture symbol by symbol, from one entropy coding to the other.
///
/// A component that can be turned exactly never exists as coefficients: its blocks' symbols are reordered while they
/// are decoded, and written in the order of the turned picture. This takes less time and memory than planes of
/// coefficients. The result is, byte for byte, that of ``JPEGCoefficients``, which is the reference.
package struct JPEGTranscoder {
    let file: JPEGFile
    let bytes: [UInt8]
    private let symbolsInPart: Int
    let bytesInPiece: Int
    let isPortable: Bool

    /// Creates a transcoder for the given file; nil for files of other kinds: progressive, arithmetic-coded, with
    /// neither 8 nor 12 bits per sample, or out of the ordinary in any other way.
    ///
    /// - Parameters:
    ///   - symbolsInPart: the maximum number of symbols of a part of the picture while threads share the work. Beyond
    ///     it, one thread does the work. All parts together never have more than 2³² symbols.
    ///   - bytesInPiece: the smallest amount of data for which decoding in parallel pays off.
    ///   - isPortable: whether to use the loops for any processor. All loops give the same output.
    package init?(
        _ file: JPEGFile, in bytes: [UInt8], symbolsInPart: Int = .max, bytesInPiece: Int = 4096,
        isPortable: Bool = false
    ) {
        let frame = file.frameHeader
        let isSequential = frame.process == .baseline || frame.process == .sequential
        guard isSequential, file.isOrdinary,
            file.scans.allSatisfy({ scan in
                scan.spectralStart == 0 && scan.spectralEnd == 63 && scan.approximationHigh == 0
                    && scan.approximationLow == 0
            })
        else { return nil }
        // Each component must be in exactly one scan.
        let coded = file.scans.flatMap { $0.components.map(\.id) }
        guard coded.count == frame.components.count, Set(coded).count == coded.count else { return nil }
        self.file = file
        self.bytes = bytes
        self.symbolsInPart = symbolsInPart
        self.bytesInPiece = bytesInPiece
        self.isPortable = isPortable
    }

    /// Turns the picture upright and encodes it: `SOI`, tables, frame, scans and `EOI`, without any `APPn` segment.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of the stored picture.
    ///   - coding: the coding of the result.
    ///   - expected: the expected size of the output, in bytes.
    ///   - limit: the maximum size of the output, in bytes.
    ///   - parallelism: the threads that can take part.
    /// - Returns: nil if the data is damaged in any way, or if the coding is not supported here.
    package func turned(
        _ orientation: Orientation, as coding: JPEGCoding, expecting expected: Int, limit: Int,
        parallelism: Parallelism = .none
    ) throws(JPEGCodecError) -> EncodedJPEG? {
        guard !coding.isArithmetic, coding.scans.allSatisfy({ $0.spectralEnd == 63 && $0.approximationLow == 0 }) else {
            return nil
        }
        if let direct = DirectTurn(self, orientation, coding, parallelism),
            let encoded = try direct.encoded(expecting: expected, limit: limit)
        {
            return encoded
        }
        guard var picture = try decoded(orientation, parallelism) else { return nil }
        return try picture.encoded(as: coding, expecting: expected, limit: limit, parallelism: parallelism)
    }

    /// Returns how each component is turned, in the order of the frame header.
    package func geometries(_ orientation: Orientation) -> [JPEGPlaneGeometry] {
        let frame = file.frameHeader
        return frame.components.map {
            JPEGPlaneGeometry(
                PictureTurn(orientation, of: frame.size), horizontal: ($0.horizontal, frame.maximumHorizontal),
                vertical: ($0.vertical, frame.maximumVertical))
        }
    }

    private func decoded(
        _ orientation: Orientation, _ parallelism: Parallelism
    ) throws(JPEGCodecError) -> TranscodedPicture? {
        let frame = file.frameHeader
        let geometries = geometries(orientation)
        var planes: [TranscodedPicture.Plane?] = Array(repeating: nil, count: frame.components.count)
        var tables = JPEGTables()
        var segments = file.segments[...]
        for scan in file.scans {
            guard tables.read(&segments, before: scan, in: bytes) else { return nil }
            let indices = scan.components.compactMap { component in
                frame.components.firstIndex { $0.id == component.id }
            }
            guard let stored = try decode(scan, indices, geometries, tables, parallelism) else { return nil }
            for (index, plane) in zip(indices, stored) { planes[index] = plane }
        }
        let complete = planes.compactMap { $0 }
        guard complete.count == planes.count else { return nil }
        // One number can have two tables if it is redefined between scans.
        var quantization: [Int: [UInt16]] = [:]
        for plane in complete {
            let (table, steps) = (plane.component.table, plane.component.quantization)
            guard quantization[table, default: steps] == steps else { return nil }
            quantization[plane.component.table] = plane.component.quantization
        }
        return TranscodedPicture(
            size: frame.size.turned(by: orientation), precision: frame.precision, planes: complete)
    }

    /// Decodes one scan and turns its planes.
    private func decode(
        _ scan: JPEGScan, _ indices: [Int], _ geometries: [JPEGPlaneGeometry], _ tables: JPEGTables,
        _ parallelism: Parallelism
    ) throws(JPEGCodecError) -> [TranscodedPicture.Plane]? {
        let frame = file.frameHeader
        let isInterleaved = indices.count > 1
        let data = file.segments[scan.segmentIndex].entropyCoded
        var planes: [SequentialScanDecoder.Plane] = []
        for (position, index) in indices.enumerated() {
            let component = frame.components[index]
            guard let steps = tables.quantization[component.quantizationTable],
                let dcTable = tables.huffman[UInt8(truncatingIfNeeded: scan.components[position].dcTable)],
                let acTable = tables.huffman[UInt8(truncatingIfNeeded: scan.components[position].acTable | 0x10)],
                let dc = HuffmanDecodingTable(dcTable, isDC: true), let ac = HuffmanDecodingTable(acTable, isDC: false)
            else { return nil }
            let size = frame.blockSize(of: component)
            let geometry = geometries[index]
            // Planes that cannot be turned symbol by symbol are turned as coefficients.
            var coefficients: JPEGPlane?
            if !geometry.isExact {
                coefficients = try JPEGPlane(
                    id: Int(component.id), size: frame.size,
                    horizontal: (component.horizontal, frame.maximumHorizontal),
                    vertical: (component.vertical, frame.maximumVertical), table: component.quantizationTable,
                    quantization: steps, precision: frame.precision)
            }
            planes.append(
                SequentialScanDecoder.Plane(
                    across: isInterleaved ? component.horizontal : 1, down: isInterleaved ? component.vertical : 1,
                    width: size.width, height: size.height, dc: dc, ac: ac,
                    map: geometry.isExact ? CoefficientMap(geometry) : CoefficientMap(), geometry: geometry,
                    coefficients: coefficients, sizes: CoefficientSizes(precision: frame.precision)))
        }
        let mcus = frame.size.mcus(horizontal: frame.maximumHorizontal, vertical: frame.maximumVertical)
        let decoder = SequentialScanDecoder(
            planes: planes,
            columns: isInterleaved ? mcus.columns : planes[0].width,
            rows: isInterleaved ? mcus.rows : planes[0].height,
            restartInterval: scan.restartInterval)
        var decoded: [ScanTarget]?
        try bytes.withUnsafeBufferPointer { buffer throws(JPEGCodecError) in
            let data = UnsafeBufferPointer(rebasing: buffer[data])
            do throws(JPEGCodecError) {
                decoded = try ParallelScanDecoder(decoder, parallelism, symbolsInPart: symbolsInPart).decode(data)
            } catch {
                // Decoding in parallel takes more memory, so one thread may still succeed.
                guard error.kind == .outOfMemory else { throw error }
            }
            // Everything is made again, except the coefficients, which are reset to zero.
            if decoded == nil {
                for plane in planes { plane.coefficients?.blocks.clear() }
                decoded = try decoder.decode(data)
            }
        }
        guard let decoded else { return nil }
        var turned: [TranscodedPicture.Plane] = []
        for (target, index) in zip(decoded, indices) {
            guard let steps = tables.quantization[frame.components[index].quantizationTable] else { return nil }
            turned.append(
                try target.turned(
                    frame.components[index], geometries[index], steps, parallelism, symbolsInPart: symbolsInPart))
        }
        return turned
    }
}

extension ScanTarget {
    /// Returns the plane's symbols after the turn, made from requantized coefficients if necessary.
    fileprivate func turned(
        _ component: JPEGComponent, _ geometry: JPEGPlaneGeometry, _ steps: [UInt16], _ parallelism: Parallelism,
        symbolsInPart: Int
    ) throws(JPEGCodecError) -> TranscodedPicture.Plane {
        let symbols: SymbolStore
        switch self {
        case .symbols(let store): symbols = store
        case .coefficients(let plane):
            symbols = try SymbolStore.of(
                try plane.turned(geometry, parallelism: parallelism), parallelism, symbolsInPart: symbolsInPart)
        }
        return TranscodedPicture.Plane(
            component: FrameWriter.Component(component, steps, transposed: geometry.transposes), symbols: symbols)
    }
}

extension FrameWriter.Component {
    /// Creates a component of the source after its turn.
    ///
    /// - Parameter steps: its stored quantizer steps, in row-major order.
    init(_ component: JPEGComponent, _ steps: [UInt16], transposed: Bool) {
        id = Int(component.id)
        horizontal = transposed ? component.vertical : component.horizontal
        vertical = transposed ? component.horizontal : component.vertical
        table = component.quantizationTable
        quantization = transposed ? (0..<64).map { steps[($0 % 8) * 8 + $0 / 8] } : steps
    }
}

extension JPEGFrameHeader {
    /// Returns a component's size in blocks (ITU-T T.81, A.1.1).
    func blockSize(of component: JPEGComponent) -> Size {
        func count(_ pixels: Int, _ own: Int, _ maximum: Int) -> Int {
            (pixels * own + 8 * maximum - 1) / (8 * maximum)
        }
        return Size(
            width: count(size.width, component.horizontal, maximumHorizontal),
            height: count(size.height, component.vertical, maximumVertical))
    }
}
