internal import UprightFormats

extension JPEGSource {
    /// Checks tables and scan headers for anything that makes a decoder give up; the entropy-coded data is not read.
    func checkTables() throws(PictureRefusal) {
        var tables = JPEGTables()
        var scans = file.scans[...]
        for (index, segment) in file.segments.enumerated() {
            switch segment.marker {
            case JPEGMarker.dqt: try tables.defineQuantization(bytes[segment.payload])
            case JPEGMarker.dht: try tables.defineHuffman(bytes[segment.payload])
            case JPEGMarker.sos:
                guard let scan = scans.first, scan.segmentIndex == index else {
                    throw .undecodable("the scan header at byte \(segment.markerOffset) is incomplete")
                }
                scans.removeFirst()
                try tables.check(scan, of: file.frameHeader, at: segment.markerOffset)
            default: break
            }
        }
    }
}

/// The tables defined so far.
private struct JPEGTables {
    private var quantization: Set<Int> = []
    private var huffman: Set<UInt8> = []

    /// Source: ITU-T T.81, B.2.4.1.
    mutating func defineQuantization(_ payload: ArraySlice<UInt8>) throws(PictureRefusal) {
        var rest = payload
        while let head = rest.popFirst() {
            guard head & 15 < 4 else {
                throw .undecodable("quantization table \(head & 15) at byte \(rest.startIndex - 1), expected 0 to 3")
            }
            quantization.insert(Int(head & 15))
            // libjpeg accepts a truncated last table.
            rest = rest.dropFirst(head >> 4 == 0 ? 64 : 128)
        }
    }

    /// Source: ITU-T T.81, B.2.4.2.
    mutating func defineHuffman(_ payload: ArraySlice<UInt8>) throws(PictureRefusal) {
        var rest = payload
        while rest.count > 16 {
            let at = rest.startIndex
            let head = rest.removeFirst()
            let counts = rest.prefix(16)
            let total = counts.reduce(0) { $0 + Int($1) }
            rest = rest.dropFirst(16)
            guard total <= 256, total <= rest.count else {
                throw .undecodable(
                    "expected at most 256 codes, with a byte each, in the Huffman table at byte \(at), found "
                        + "\(total) codes and \(rest.count) bytes")
            }
            guard head & 0xEF < 4 else {
                throw .undecodable("Huffman table \(head & 15) of class \(head >> 4) at byte \(at), expected 0 to 3")
            }
            var code = 0
            for (length, count) in counts.enumerated() {
                code = code << 1 + Int(count)
                guard code <= 2 << length else {
                    throw .undecodable("the Huffman table at byte \(at) has too many codes")
                }
            }
            huffman.insert(head)
            rest = rest.dropFirst(total)
        }
        guard rest.isEmpty else { throw .undecodable("the Huffman tables before byte \(rest.endIndex) are cut off") }
    }

    func check(_ scan: JPEGScan, of frame: JPEGFrameHeader, at offset: Int) throws(PictureRefusal) {
        guard (1...4).contains(scan.components.count) else {
            throw .undecodable("the scan at byte \(offset) has \(scan.components.count) components, expected 1 to 4")
        }
        let isProgressive = frame.process == .progressive
        for component in scan.components {
            guard let header = frame.components.first(where: { $0.id == component.id }) else {
                throw .undecodable("the scan at byte \(offset) names component \(component.id), which the frame lacks")
            }
            guard quantization.contains(header.quantizationTable) else {
                throw .undecodable(
                    "component \(component.id) needs quantization table \(header.quantizationTable), which is not "
                        + "defined before the scan at byte \(offset)")
            }
            if frame.isArithmetic { continue }
            var needed: [UInt8] = []
            if !isProgressive || (scan.spectralStart == 0 && scan.approximationHigh == 0) {
                needed.append(UInt8(component.dcTable))
            }
            if !isProgressive || scan.spectralStart > 0 { needed.append(0x10 | UInt8(component.acTable)) }
            // Motion-JPEG frames omit the standard tables; decoders of sequential pictures supply them.
            for table in needed where !huffman.contains(table) && (isProgressive || table & 15 > 1) {
                throw .undecodable(
                    "Huffman table \(table & 15) of class \(table >> 4) is not defined before the scan at byte "
                        + "\(offset)")
            }
        }
    }
}
