extension JPEGCoefficients {
    /// Encodes the planes progressively with Huffman codes, as libjpeg would: byte for byte the same, in half the time.
    ///
    /// - Returns: nil where a coefficient is too large to be written.
    func encodedProgressively(
        as coding: JPEGCoding, expecting expected: Int, limit: Int
    ) throws(JPEGCodecError) -> [UInt8]? {
        var writer = try EntropyWriter(expecting: expected, limit: limit)
        try writer.append([0xFF, 0xD8])
        var sent: Set<Int> = []
        for plane in planes where sent.insert(plane.table).inserted {
            try writer.appendQuantization(plane.quantization, number: plane.table)
        }
        try writer.appendFrame(
            0xC2, size, planes.map { ($0.id, $0.horizontal, $0.vertical, $0.table) })
        let masks = planes.map { NonzeroMasks($0) }
        let record = try ProgressiveRecord(expecting: expected)
        var interval = 0
        for scan in coding.scans {
            record.clear()
            let pass = ProgressiveScan(
                scan: scan, picture: self, restartInterval: coding.restartInterval, record: record)
            let isAC = scan.spectralStart > 0
            // The numbers of the tables that the scan needs, in the order of its planes.
            var numbers: [Int] = []
            let own = scan.planes.map { isAC ? coding.acTables[$0] : coding.dcTables[$0] }
            if isAC || scan.approximationHigh == 0 {
                for number in own where !numbers.contains(number) { numbers.append(number) }
            }
            let isWritable =
                isAC
                ? try pass.recordAC(masks[scan.planes[0]])
                : try pass.recordDC(tables: own.map { numbers.firstIndex(of: $0) ?? 0 })
            guard isWritable else { return nil }
            let tables = numbers.indices.map { record.optimalTable($0) }
            for (number, table) in zip(numbers, tables) {
                try writer.appendHuffman(table, number: number, isAC: isAC)
            }
            if coding.restartInterval != interval {
                try writer.appendRestartInterval(coding.restartInterval)
                interval = coding.restartInterval
            }
            let selectors = own.map { isAC ? $0 : scan.approximationHigh == 0 ? $0 << 4 : 0 }
            try writer.appendScan(scan, zip(scan.planes, selectors).map { (planes[$0].id, $1) })
            try record.write(to: &writer, tables: tables)
        }
        try writer.append([0xFF, 0xD9])
        return writer.bytes
    }
}
