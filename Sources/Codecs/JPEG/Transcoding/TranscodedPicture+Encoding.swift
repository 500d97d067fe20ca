internal import UprightContainers
internal import UprightThreads

extension TranscodedPicture {
    /// Encodes the picture as `SOI`, tables, frame, scans and `EOI`: byte for byte as libjpeg does.
    ///
    /// Frees the symbols on the way, so the picture cannot be encoded again.
    ///
    /// - Returns: nil if a DC difference is too large to be written.
    mutating func encoded(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, parallelism: Parallelism
    ) throws(JPEGCodecError) -> EncodedJPEG? {
        let output = try ScanPart(expecting: expected, limit: limit, isFirst: true)
        var headers = FrameWriter(planes.map(\.component), coding)
        try headers.writeFrame(size, precision: precision, to: &output.writer)
        for (number, scan) in coding.scans.enumerated() {
            var layout: ScanLayout? = ScanLayout(scan.planes, of: self, restartInterval: coding.restartInterval)
            guard
                let tables = coding.optimizesTables
                    ? layout?.optimalTables(coding, indices: scan.planes)
                    : ScanTables.standard(coding, planes: scan.planes)
            else { return nil }
            try headers.writeHeader(of: scan, tables, to: &output.writer)
            let parts = try layout?.write(
                to: output, tables: tables, expecting: expected, limit: limit, parallelism: parallelism)
            // Free the symbols before the parts are joined, so that they are not in memory at the same time.
            layout = nil
            if number == coding.scans.count - 1 { planes = [] }
            guard let parts, try output.finishScan(with: parts) else { return nil }
        }
        try output.writer.appendMarker(JPEGMarker.eoi)
        return output.writer.finished()
    }
}
