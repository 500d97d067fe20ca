internal import UprightGeometry
package import UprightContainers
package import UprightThreads

/// Decodes a valid, Huffman-coded progressive picture, with its scans in parallel.
///
/// Its result equals that of ``JPEGCoefficients/decoding(_:)``, which is the reference.
package struct ProgressiveDecoder {
    private let file: JPEGFile
    private let bytes: [UInt8]

    /// Creates a decoder for the given file; nil for files of other kinds.
    package init?(_ file: JPEGFile, in bytes: [UInt8]) {
        guard file.frameHeader.process == .progressive, file.isOrdinary, Self.isOrderly(file) else { return nil }
        self.file = file
        self.bytes = bytes
    }

    /// Decodes the picture; nil if its data is damaged in any way.
    package func decoded(_ parallelism: Parallelism) throws(JPEGCodecError) -> JPEGCoefficients? {
        guard let (planes, scans) = try scans() else { return nil }
        let scanData = file.scans.map { file.segments[$0.segmentIndex].entropyCoded }
        let outcomes = bytes.withUnsafeBufferPointer { buffer in
            // Each scan writes its own coefficients, or those that an earlier scan has finished with.
            nonisolated(unsafe) let (shared, decoders) = (buffer, scans)
            // A scan waits only for scans that started before it, so none waits forever.
            return parallelism.map(scans.count) { index in
                decoders[index].decode(UnsafeBufferPointer(rebasing: shared[scanData[index]]))
            }
        }
        guard outcomes.allSatisfy(\.self) else { return nil }
        return JPEGCoefficients(size: file.frameHeader.size, planes: planes.map(\.plane))
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

    /// Returns the planes, and a decoder for each scan; nil if tables are missing.
    private func scans() throws(JPEGCodecError) -> (planes: [ProgressivePlane], scans: [ProgressiveScanDecoder])? {
        let frame = file.frameHeader
        var planes: [UInt8: ProgressivePlane] = [:]
        var last: [UInt8: (dc: RowProgress?, ac: RowProgress?)] = [:]
        var decoders: [ProgressiveScanDecoder] = []
        var tables = JPEGTables()
        var segments = file.segments[...]
        for scan in file.scans {
            guard tables.read(&segments, before: scan, in: bytes) else { return nil }
            let isDC = scan.spectralStart == 0
            let isInterleaved = scan.components.count > 1
            var parts: [ProgressiveScanDecoder.Part] = []
            for selected in scan.components {
                guard let component = frame.components.first(where: { $0.id == selected.id }),
                    let steps = tables.quantization[component.quantizationTable]
                else { return nil }
                let plane: ProgressivePlane
                if let known = planes[component.id] {
                    // The steps must be those of the component's first scan.
                    guard known.plane.quantization == steps else { return nil }
                    plane = known
                } else {
                    plane = try ProgressivePlane(
                        JPEGPlane(
                            id: Int(component.id), size: frame.size,
                            horizontal: (component.horizontal, frame.maximumHorizontal),
                            vertical: (component.vertical, frame.maximumVertical),
                            table: component.quantizationTable, quantization: steps,
                            precision: frame.precision))
                    planes[component.id] = plane
                }
                var table: HuffmanDecodingTable?
                if !isDC || scan.approximationHigh == 0 {
                    let number = UInt8(truncatingIfNeeded: isDC ? selected.dcTable : selected.acTable | 0x10)
                    guard let definition = tables.huffman[number],
                        let made = HuffmanDecodingTable(definition, isDC: isDC)
                    else { return nil }
                    table = made
                }
                let progress = RowProgress()
                let before = last[component.id] ?? (nil, nil)
                last[component.id] = isDC ? (progress, before.ac) : (before.dc, progress)
                parts.append(
                    ProgressiveScanDecoder.Part(
                        target: plane, across: isInterleaved ? component.horizontal : 1,
                        down: isInterleaved ? component.vertical : 1, table: table, progress: progress,
                        previous: isDC ? before.dc : before.ac))
            }
            guard let first = parts.first else { return nil }
            let mcus = frame.size.mcus(horizontal: frame.maximumHorizontal, vertical: frame.maximumVertical)
            decoders.append(
                ProgressiveScanDecoder(
                    parts: parts,
                    columns: isInterleaved ? mcus.columns : first.target.plane.width,
                    rows: isInterleaved ? mcus.rows : first.target.plane.height,
                    restartInterval: scan.restartInterval, spectralStart: scan.spectralStart,
                    spectralEnd: scan.spectralEnd, approximationHigh: scan.approximationHigh,
                    approximationLow: scan.approximationLow,
                    sizes: CoefficientSizes(precision: frame.precision)))
        }
        let ordered = frame.components.compactMap { planes[$0.id] }
        return ordered.count == frame.components.count ? (ordered, decoders) : nil
    }
}
