package import UprightBase
package import UprightFormats

/// Decodes a valid, Huffman-coded progressive picture, with its scans in parallel.
///
/// Its result equals that of ``JPEGCoefficients/decoding(_:)``, which is the reference.
package struct ProgressiveDecoder {
    private let file: JPEGFile
    private let bytes: [UInt8]
    private let script: ProgressiveScript
    private let isPortable: Bool

    /// Creates a decoder for the given file; nil for files of other kinds.
    ///
    /// - Parameter isPortable: whether to do without instructions that only some processors have.
    package init?(_ file: JPEGFile, in bytes: [UInt8], isPortable: Bool = false) {
        guard file.frameHeader.process == .progressive, file.isOrdinary, Self.isOrderly(file) else { return nil }
        self.file = file
        self.bytes = bytes
        self.isPortable = isPortable
        let ids = file.frameHeader.components.map(\.id)
        script = ProgressiveScript(
            scans: file.scans.map { scan in
                JPEGCoding.Scan(
                    scan.components.compactMap { ids.firstIndex(of: $0.id) }, scan.spectralStart, scan.spectralEnd,
                    high: scan.approximationHigh, low: scan.approximationLow)
            })
    }

    /// Decodes the picture; nil if its data is damaged in any way.
    package func decoded(_ parallelism: Parallelism) throws(CodecError) -> JPEGCoefficients? {
        guard let picture = try decodedBits(parallelism) else { return nil }
        let frame = file.frameHeader
        var planes: [JPEGPlane] = []
        for ((component, own), bits) in zip(zip(frame.components, picture.components), picture.planes) {
            let plane = try JPEGPlane(
                id: own.id, size: frame.size, horizontal: (component.horizontal, frame.maximumHorizontal),
                vertical: (component.vertical, frame.maximumVertical), table: own.table,
                quantization: own.quantization, precision: frame.precision)
            bits.expand(into: plane, parallelism)
            planes.append(plane)
        }
        return JPEGCoefficients(size: frame.size, planes: planes)
    }

    /// Turns the picture upright and encodes it, without planes of coefficients. The result is, byte for byte, that of
    /// ``JPEGCoefficients``, which is the reference.
    ///
    /// - Parameters:
    ///   - orientation: the orientation of the stored picture.
    ///   - coding: the coding of the result.
    ///   - expected: the expected size of the output, in bytes.
    ///   - limit: the largest size of the output, in bytes.
    ///   - parallelism: the threads that can take part.
    /// - Returns: nil if the data is damaged in any way, if a component cannot be turned exactly, or if the coding has
    ///   other scans than the file.
    package func turned(
        _ orientation: Orientation, as coding: JPEGCoding, expecting expected: Int, limit: Int,
        parallelism: Parallelism = .none
    ) throws(CodecError) -> EncodedJPEG? {
        let geometries = geometries(orientation)
        guard coding.scans == script.scans, !coding.isArithmetic, geometries.allSatisfy(\.isExact),
            geometries.indices.allSatisfy({ script.isKept(by: CoefficientMap(geometries[$0]), of: $0) }),
            file.frameHeader.components.count <= 4, file.frameHeader.size.width <= 0xFFFF,
            var picture = try decodedBits(parallelism)
        else { return nil }
        // One number can have two tables if it is redefined between scans.
        var quantization: [Int: [UInt16]] = [:]
        for component in picture.components {
            guard quantization[component.table, default: component.quantization] == component.quantization else {
                return nil
            }
            quantization[component.table] = component.quantization
        }
        picture.size = picture.size.turned(by: orientation)
        let readBits = picture.planes.map(\.setBits)
        for (index, geometry) in geometries.enumerated() {
            // Each plane's memory is freed as soon as its turned plane is complete.
            picture.planes[index] = try picture.planes[index].turned(geometry, parallelism)
            let component = file.frameHeader.components[index]
            picture.components[index] = FrameWriter.Component(
                component, picture.components[index].quantization, transposed: geometry.transposes)
        }
        let encoded = try picture.encoded(as: coding, expecting: expected, limit: limit, parallelism)
        encoded?.readBits = readBits
        return encoded
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

    /// Decodes the picture into words of bits; nil if its data is damaged in any way.
    private func decodedBits(_ parallelism: Parallelism) throws(CodecError) -> ProgressivePicture? {
        guard let (picture, scans) = try scans() else { return nil }
        let scanData = file.scans.map { file.segments[$0.segmentIndex].entropyCoded }
        let outcomes = bytes.withUnsafeBufferPointer { buffer in
            // Each scan writes its own bits, or next to those that an earlier scan has finished with.
            nonisolated(unsafe) let (shared, decoders) = (buffer, scans)
            // A scan waits only for scans that started before it, so none waits forever.
            return parallelism.map(scans.count) { index in
                decoders[index].decode(UnsafeBufferPointer(rebasing: shared[scanData[index]]))
            }
        }
        return outcomes.allSatisfy(\.self) ? picture : nil
    }

    /// Returns whether each scan sends what has not been sent, and refines what has, bit by bit (ITU-T T.81, G.1.1.1).
    private static func isOrderly(_ file: JPEGFile) -> Bool {
        var sent: [UInt8: [Int?]] = [:]
        for scan in file.scans {
            let isDC = scan.spectralStart == 0
            guard isDC ? scan.spectralEnd == 0 : scan.spectralEnd >= scan.spectralStart && scan.components.count == 1,
                scan.spectralEnd < 64, (0...13).contains(scan.approximationLow),
                scan.approximationHigh == 0 || scan.approximationHigh == scan.approximationLow + 1
            else { return false }
            for component in scan.components {
                var bits = sent[component.id, default: Array(repeating: nil, count: 64)]
                guard isDC || bits[0] != nil else { return false }
                for index in scan.spectralStart...scan.spectralEnd {
                    guard bits[index] == (scan.approximationHigh == 0 ? nil : scan.approximationHigh) else {
                        return false
                    }
                    bits[index] = scan.approximationLow
                }
                sent[component.id] = bits
            }
        }
        return sent.count == file.frameHeader.components.count
    }

    /// Returns the picture with planes of zeros, and a decoder for each scan; nil if tables are missing or invalid.
    private func scans() throws(CodecError) -> (picture: ProgressivePicture, scans: [ProgressiveScanDecoder])? {
        let frame = file.frameHeader
        var picture = ProgressivePicture(
            size: frame.size, precision: frame.precision, components: [], planes: [], isPortable: isPortable)
        for (index, component) in frame.components.enumerated() {
            let size = frame.blockSize(of: component)
            picture.planes.append(
                try ProgressivePlane(width: size.width, height: size.height, bands: script.bands(of: index)))
        }
        var steps: [Int: [UInt16]] = [:]
        var last: [Int: (dc: RowProgress?, ac: RowProgress?)] = [:]
        var decoders: [ProgressiveScanDecoder] = []
        var tables = JPEGTables()
        var segments = file.segments[...]
        let mcus = frame.size.mcus(horizontal: frame.maximumHorizontal, vertical: frame.maximumVertical)
        for (number, (header, scan)) in zip(file.scans, script.scans).enumerated() {
            guard tables.read(&segments, before: header, in: bytes) else { return nil }
            let isDC = scan.spectralStart == 0
            let isInterleaved = scan.planes.count > 1
            var parts: [ProgressiveScan.Part] = []
            var followers: [ProgressiveScanDecoder.Follower] = []
            for (selected, index) in zip(header.components, scan.planes) {
                let component = frame.components[index]
                // The steps must be those of the component's first scan.
                guard let own = tables.quantization[component.quantizationTable],
                    steps[index, default: own] == own
                else { return nil }
                steps[index] = own
                let plane = picture.planes[index]
                var part = ProgressiveScan.Part(
                    plane: plane, across: isInterleaved ? component.horizontal : 1,
                    down: isInterleaved ? component.vertical : 1)
                if !isDC || scan.approximationHigh == 0 {
                    let number = UInt8(truncatingIfNeeded: isDC ? selected.dcTable : selected.acTable | 0x10)
                    guard let table = tables.huffman[number], table.canonicalCodes() != nil,
                        !isDC || table.symbols.allSatisfy({ $0 <= 15 })
                    else { return nil }
                    part.table = table
                }
                parts.append(part)
                let progress = RowProgress()
                let before = last[index] ?? (nil, nil)
                last[index] = isDC ? (progress, before.ac) : (before.dc, progress)
                followers.append(
                    ProgressiveScanDecoder.Follower(
                        down: part.down, height: plane.height, progress: progress,
                        previous: isDC ? before.dc : before.ac))
            }
            guard let first = parts.first else { return nil }
            let rows = isInterleaved ? mcus.rows : first.plane.height
            let raw = ProgressiveScan(
                scan, parts, band: script.band(of: number),
                columns: isInterleaved ? mcus.columns : first.plane.width, rows: rows,
                restartInterval: header.restartInterval, precision: frame.precision, isPortable: isPortable)
            decoders.append(ProgressiveScanDecoder(scan: raw, followers: followers, rows: rows))
        }
        for (index, component) in frame.components.enumerated() {
            guard let own = steps[index] else { return nil }
            picture.components.append(FrameWriter.Component(component, own, transposed: false))
        }
        return (picture, decoders)
    }
}
