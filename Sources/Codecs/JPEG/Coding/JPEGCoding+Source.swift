package import UprightFormats

extension JPEGCoding {
    /// Creates the coding for a turned picture: the source's, as far as the encoder can write it.
    ///
    /// The process, the entropy coder, the restart interval, table numbers and the scans stay the same. Huffman tables
    /// are optimized, unless the source uses the standard's. A progressive picture whose last scans are missing gets no
    /// further scans (``isIncomplete``). If all scans of a component are missing, the picture gets a default script.
    package init(of file: JPEGFile, in bytes: [UInt8]) {
        let frame = file.frameHeader
        let count = frame.components.count
        self.init(planeCount: count)
        let scans = file.scans.map { Self.scan($0, frame) }
        isArithmetic = frame.isArithmetic
        // The standard's tables have no symbols for the coefficients of 12-bit samples.
        optimizesTables = frame.precision != 8 || !StandardHuffmanTables.areAllOf(file, in: bytes)
        restartInterval = file.scans.first?.restartInterval ?? 0
        for (scan, source) in zip(scans, file.scans).reversed() {
            guard let scan else { continue }
            for (plane, component) in zip(scan.planes, source.components) {
                if scan.spectralStart == 0 { dcTables[plane] = min(component.dcTable, 3) }
                if scan.spectralEnd > 0 { acTables[plane] = min(component.acTable, 3) }
            }
        }
        let isProgressive = frame.process == .progressive
        let blocks = frame.components.map { $0.horizontal * $0.vertical }
        let known = scans.compactMap { $0 }
        if known.count == scans.count,
            let bits = Self.lowestBits(known, isProgressive: isProgressive, blocks: blocks),
            isProgressive ? bits.allSatisfy({ $0[0] != nil }) : bits.joined().allSatisfy({ $0 == 0 })
        {
            self.scans = known
        } else {
            self.scans = isProgressive ? Self.progressive(blocks: blocks) : Self.sequential(blocks: blocks)
        }
    }

    /// Returns a scan with its component identifiers resolved; nil if one is unknown or repeated.
    ///
    /// Components with the same identifier are told apart by their order, as libjpeg does.
    static func scan(_ header: JPEGScan, _ frame: JPEGFrameHeader) -> Scan? {
        var planes: [Int] = []
        for component in header.components {
            let index = frame.components.indices.first {
                frame.components[$0].id == component.id && !planes.contains($0)
            }
            guard let index else { return nil }
            planes.append(index)
        }
        return Scan(
            planes, header.spectralStart, header.spectralEnd, high: header.approximationHigh,
            low: header.approximationLow)
    }
}
