internal import UprightFormats
internal import UprightBase

/// A progressive picture between decoding and encoding: the bits of each component.
struct ProgressivePicture {
    /// The size in pixels.
    var size: Size
    /// Bits per sample: 8 or 12.
    var precision: Int
    /// The components, as in the frame header.
    var components: [FrameWriter.Component]
    /// The bits of each component.
    var planes: [ProgressivePlane]
    /// Whether to do without instructions that only some processors have.
    var isPortable = false

    /// Encodes the picture as `SOI`, tables, frame, scans and `EOI`: byte for byte as libjpeg does.
    ///
    /// Scans are independent of each other and are encoded in parallel.
    ///
    /// - Parameter coding: a coding whose first scans send the bands of the planes.
    /// - Returns: nil if a coefficient is too large to be written.
    func encoded(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, _ parallelism: Parallelism
    ) throws(CodecError) -> EncodedJPEG? {
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        try writer.appendMarker(JPEGMarker.soi)
        var sent: Set<Int> = []
        for component in components where sent.insert(component.table).inserted {
            try writer.appendQuantization(component.quantization, number: component.table)
        }
        try writer.appendFrame(
            JPEGMarker.sof2, size, components.map { ($0.id, $0.horizontal, $0.vertical, $0.table) },
            precision: precision)
        let count = coding.scans.count
        nonisolated(unsafe) let picture = self
        let encoded = parallelism.map(count) { index in
            Result { () throws(CodecError) in
                // Start from the end, where the large scans are.
                try ProgressiveScanData(
                    count - 1 - index, of: picture, coding, expecting: expected / count, limit: limit)
            }
        }
        var sentBits = [Int](repeating: 0, count: planes.count)
        for (header, scan) in zip(coding.scans, encoded.reversed()) {
            let scan = try scan.get()
            guard scan.isSound else { return nil }
            try writer.append(scan.writer)
            for (plane, bits) in zip(header.planes, scan.sentBits) { sentBits[plane] += bits }
        }
        try writer.appendMarker(JPEGMarker.eoi)
        let result = writer.finished()
        result.sentBits = sentBits
        return result
    }
}
