internal import UprightGeometry
internal import UprightContainers
internal import UprightThreads

extension TranscodedPicture {
    /// Encodes the picture as `SOI`, tables, frame, scans and `EOI`, as libjpeg would: byte for byte the same.
    ///
    /// The symbols are given up on the way: nothing is left to be encoded again.
    ///
    /// - Returns: nil where a DC difference is too large to be written.
    mutating func encoded(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, parallelism: Parallelism
    ) throws(JPEGCodecError) -> EncodedJPEG? {
        let output = try ScanPart(expecting: expected, limit: limit, isFirst: true)
        try output.writer.appendMarker(JPEGMarker.soi)
        var sent: Set<Int> = []
        for plane in planes where sent.insert(plane.table).inserted {
            try output.writer.appendQuantization(plane.quantization, number: plane.table)
        }
        let isBaseline =
            (coding.dcTables + coding.acTables).allSatisfy { $0 < 2 }
            && planes.allSatisfy { $0.quantization.allSatisfy { $0 < 256 } }
        try output.writer.appendFrame(
            isBaseline ? 0xC0 : 0xC1, size, planes.map { ($0.id, $0.horizontal, $0.vertical, $0.table) })
        var standardSent: Set<Int> = []
        var interval = 0
        for (number, scan) in coding.scans.enumerated() {
            var layout: ScanLayout? = ScanLayout(scan.planes, of: self, restartInterval: coding.restartInterval)
            guard
                let tables = coding.optimizesTables
                    ? layout?.optimalTables(coding, indices: scan.planes)
                    : ScanTables.standard(coding, planes: scan.planes)
            else { return nil }
            for (index, plane) in scan.planes.enumerated() {
                let (dc, ac) = (coding.dcTables[plane], coding.acTables[plane])
                let earlier = scan.planes.prefix(index)
                if coding.optimizesTables
                    ? !earlier.contains(where: { coding.dcTables[$0] == dc }) : standardSent.insert(dc).inserted
                {
                    try output.writer.appendHuffman(tables.dc[index].definition, number: dc, isAC: false)
                }
                if coding.optimizesTables
                    ? !earlier.contains(where: { coding.acTables[$0] == ac }) : standardSent.insert(ac | 16).inserted
                {
                    try output.writer.appendHuffman(tables.ac[index].definition, number: ac, isAC: true)
                }
            }
            if coding.restartInterval != interval {
                try output.writer.appendRestartInterval(coding.restartInterval)
                interval = coding.restartInterval
            }
            try output.writer.appendScan(
                scan, scan.planes.map { (planes[$0].id, coding.dcTables[$0] << 4 | coding.acTables[$0]) })
            let parts = try layout?.write(
                to: output, tables: tables, expecting: expected, limit: limit, parallelism: parallelism)
            // The symbols have done their duty; they need not be there beside the parts and what these are joined to.
            layout = nil
            if number == coding.scans.count - 1 { planes = [] }
            guard let parts, try output.finishScan(with: parts) else { return nil }
        }
        try output.writer.appendMarker(JPEGMarker.eoi)
        return output.writer.finished()
    }
}
