internal import Geometry
internal import Threads

extension TranscodedPicture {
    /// Encodes the picture as `SOI`, tables, frame, scans and `EOI`, as libjpeg would: byte for byte the same.
    ///
    /// - Returns: the writer that has written it; nil where a DC difference is too large to be written.
    func encoded(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, parallelism: Parallelism
    ) throws(JPEGCodecError) -> EntropyWriter? {
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        try writer.append([0xFF, 0xD8])
        var sent: Set<Int> = []
        for plane in planes where sent.insert(plane.table).inserted {
            try writer.appendQuantization(plane.quantization, number: plane.table)
        }
        let isBaseline =
            (coding.dcTables + coding.acTables).allSatisfy { $0 < 2 }
            && planes.allSatisfy { $0.quantization.allSatisfy { $0 < 256 } }
        try writer.appendFrame(
            isBaseline ? 0xC0 : 0xC1, size, planes.map { ($0.id, $0.horizontal, $0.vertical, $0.table) })
        var standardSent: Set<Int> = []
        var interval = 0
        for scan in coding.scans {
            let layout = ScanLayout(scan.planes, of: self, restartInterval: coding.restartInterval)
            guard
                let tables = coding.optimizesTables
                    ? layout.optimalTables(coding, indices: scan.planes)
                    : ScanTables.standard(coding, planes: scan.planes)
            else { return nil }
            for (index, plane) in scan.planes.enumerated() {
                let (dc, ac) = (coding.dcTables[plane], coding.acTables[plane])
                let earlier = scan.planes.prefix(index)
                if coding.optimizesTables
                    ? !earlier.contains(where: { coding.dcTables[$0] == dc }) : standardSent.insert(dc).inserted
                {
                    try writer.appendHuffman(tables.dc[index].definition, number: dc, isAC: false)
                }
                if coding.optimizesTables
                    ? !earlier.contains(where: { coding.acTables[$0] == ac }) : standardSent.insert(ac | 16).inserted
                {
                    try writer.appendHuffman(tables.ac[index].definition, number: ac, isAC: true)
                }
            }
            if coding.restartInterval != interval {
                try writer.appendRestartInterval(coding.restartInterval)
                interval = coding.restartInterval
            }
            try writer.appendScan(
                scan, scan.planes.map { (planes[$0].id, coding.dcTables[$0] << 4 | coding.acTables[$0]) })
            let isWritten = try layout.write(
                to: &writer, tables: tables, expecting: expected, limit: limit, parallelism: parallelism)
            guard isWritten else { return nil }
        }
        try writer.append([0xFF, 0xD9])
        return writer
    }
}
