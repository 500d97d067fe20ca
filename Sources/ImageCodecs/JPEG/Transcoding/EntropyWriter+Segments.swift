internal import Geometry
internal import ImageContainers

extension EntropyWriter {
    /// Writes a marker with its length and payload.
    private mutating func appendSegment(_ marker: UInt8, _ payload: [UInt8]) throws(JPEGCodecError) {
        let length = payload.count + 2
        try append([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload)
    }

    /// Writes a quantization table (ITU-T T.81, B.2.4.1), whose steps are given row by row.
    mutating func appendQuantization(_ steps: [UInt16], number: Int) throws(JPEGCodecError) {
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
    ) throws(JPEGCodecError) {
        try appendSegment(JPEGMarker.dht, [UInt8(number) | (isAC ? 0x10 : 0)] + table.counts + table.symbols)
    }

    /// Writes the frame header of a sequential picture (ITU-T T.81, B.2.2).
    mutating func appendFrame(_ picture: TranscodedPicture, isBaseline: Bool) throws(JPEGCodecError) {
        let size = picture.size
        var payload: [UInt8] = [
            8, UInt8(size.height >> 8), UInt8(size.height & 0xFF), UInt8(size.width >> 8), UInt8(size.width & 0xFF),
            UInt8(picture.planes.count),
        ]
        for plane in picture.planes {
            payload += [UInt8(plane.id), UInt8(plane.horizontal << 4 | plane.vertical), UInt8(plane.table)]
        }
        try appendSegment(isBaseline ? 0xC0 : 0xC1, payload)
    }

    /// Writes the restart interval (ITU-T T.81, B.2.4.4).
    mutating func appendRestartInterval(_ interval: Int) throws(JPEGCodecError) {
        try appendSegment(JPEGMarker.dri, [UInt8(interval >> 8 & 0xFF), UInt8(interval & 0xFF)])
    }

    /// Writes the scan header of a sequential scan (ITU-T T.81, B.2.3).
    mutating func appendScan(
        _ planes: [Int], of picture: TranscodedPicture, coding: JPEGCoding
    ) throws(JPEGCodecError) {
        var payload = [UInt8(planes.count)]
        for plane in planes {
            payload += [UInt8(picture.planes[plane].id), UInt8(coding.dcTables[plane] << 4 | coding.acTables[plane])]
        }
        try appendSegment(JPEGMarker.sos, payload + [0, 63, 0])
    }
}
