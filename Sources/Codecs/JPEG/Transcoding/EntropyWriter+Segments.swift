internal import UprightBase
internal import UprightFormats

extension EntropyWriter {
    /// Writes a marker with its length and payload.
    private mutating func appendSegment(_ marker: UInt8, _ payload: [UInt8]) throws(CodecError) {
        let length = payload.count + 2
        try appendMarker(marker)
        try append([UInt8(length >> 8), UInt8(length & 0xFF)] + payload)
    }

    /// Writes a quantization table (ITU-T T.81, B.2.4.1). The steps are in row-major order.
    mutating func appendQuantization(_ steps: [UInt16], number: Int) throws(CodecError) {
        let isWide = steps.contains { $0 > 255 }
        var payload = [UInt8(number) | (isWide ? 0x10 : 0)]
        for index in CoefficientMap.natural {
            if isWide { payload.append(UInt8(steps[index] >> 8)) }
            payload.append(UInt8(truncatingIfNeeded: steps[index]))
        }
        try appendSegment(JPEGMarker.dqt, payload)
    }

    /// Writes a Huffman table (ITU-T T.81, B.2.4.2).
    mutating func appendHuffman(
        _ table: HuffmanTableDefinition, number: Int, isAC: Bool
    ) throws(CodecError) {
        try appendSegment(JPEGMarker.dht, [UInt8(number) | (isAC ? 0x10 : 0)] + table.counts + table.symbols)
    }

    /// Writes the frame header (ITU-T T.81, B.2.2).
    ///
    /// - Parameter precision: bits per sample.
    mutating func appendFrame(
        _ marker: UInt8, _ size: Size, _ components: [(id: Int, horizontal: Int, vertical: Int, table: Int)],
        precision: Int = 8
    ) throws(CodecError) {
        var payload: [UInt8] = [
            UInt8(precision), UInt8(size.height >> 8), UInt8(size.height & 0xFF), UInt8(size.width >> 8),
            UInt8(size.width & 0xFF), UInt8(components.count),
        ]
        for component in components {
            payload += [
                UInt8(component.id), UInt8(component.horizontal << 4 | component.vertical), UInt8(component.table),
            ]
        }
        try appendSegment(marker, payload)
    }

    /// Writes the restart interval (ITU-T T.81, B.2.4.4).
    mutating func appendRestartInterval(_ interval: Int) throws(CodecError) {
        try appendSegment(JPEGMarker.dri, [UInt8(interval >> 8 & 0xFF), UInt8(interval & 0xFF)])
    }

    /// Writes a scan header (ITU-T T.81, B.2.3), with the table selectors of each component in one byte.
    mutating func appendScan(
        _ scan: JPEGCoding.Scan, _ components: [(id: Int, selectors: Int)]
    ) throws(CodecError) {
        var payload = [UInt8(components.count)]
        for component in components { payload += [UInt8(component.id), UInt8(component.selectors)] }
        let approximation = UInt8(scan.approximationHigh << 4 | scan.approximationLow)
        try appendSegment(
            JPEGMarker.sos, payload + [UInt8(scan.spectralStart), UInt8(scan.spectralEnd), approximation])
    }
}
