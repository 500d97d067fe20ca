internal import UprightContainers
internal import UprightThreads

extension JPEGCoefficients {
    /// Encodes the planes progressively with Huffman codes: byte for byte as libjpeg does, in half the time.
    ///
    /// Scans are independent of each other and are encoded in parallel.
    ///
    /// - Returns: nil if a coefficient is too large to be written.
    func encodedProgressively(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, _ parallelism: Parallelism
    ) throws(JPEGCodecError) -> EncodedJPEG? {
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        try writer.appendMarker(JPEGMarker.soi)
        var sent: Set<Int> = []
        for plane in planes where sent.insert(plane.table).inserted {
            try writer.appendQuantization(plane.quantization, number: plane.table)
        }
        try writer.appendFrame(
            JPEGMarker.sof2, size, planes.map { ($0.id, $0.horizontal, $0.vertical, $0.table) }, precision: precision)
        let masks = planes.map { NonzeroMasks($0, parallelism) }
        let count = coding.scans.count
        nonisolated(unsafe) let picture = self
        let encoded = parallelism.map(count) { index in
            Result { () throws(JPEGCodecError) in
                // Start from the end, where the large scans are.
                try ProgressiveScanData(
                    count - 1 - index, of: picture, coding, masks, expecting: expected / count, limit: limit)
            }
        }
        for scan in encoded.reversed() {
            let scan = try scan.get()
            guard scan.isSound else { return nil }
            try writer.append(scan.writer)
        }
        try writer.appendMarker(JPEGMarker.eoi)
        return writer.finished()
    }
}
