/// The Huffman tables of one scan: a DC and an AC table for each plane, which planes can share.
struct ScanTables {
    /// For the sizes of the DC differences.
    var dc: [HuffmanEncodingTable]
    /// For the runs and sizes of the AC coefficients.
    var ac: [HuffmanEncodingTable]

    /// Returns the "typical" tables of ITU-T T.81, annex K.3; nil if a plane's table number is not among theirs.
    static func standard(_ coding: JPEGCoding, planes: [Int]) -> ScanTables? {
        var tables = ScanTables(dc: [], ac: [])
        for plane in planes {
            guard
                let dc = StandardHuffmanTables.definition(UInt8(coding.dcTables[plane])),
                let ac = StandardHuffmanTables.definition(UInt8(0x10 | coding.acTables[plane])),
                let dc = HuffmanEncodingTable(dc), let ac = HuffmanEncodingTable(ac)
            else { return nil }
            tables.dc.append(dc)
            tables.ac.append(ac)
        }
        return tables
    }

    /// Returns the tables with the shortest codes for the given symbol frequencies of each plane.
    static func optimal(_ coding: JPEGCoding, planes: [Int], dc: [[Int]], ac: [[Int]]) -> ScanTables? {
        shared(dc, planes.map { coding.dcTables[$0] }).flatMap { dc in
            shared(ac, planes.map { coding.acTables[$0] }).map { ScanTables(dc: dc, ac: $0) }
        }
    }

    /// Returns one table for all planes that use the same number.
    private static func shared(_ frequencies: [[Int]], _ numbers: [Int]) -> [HuffmanEncodingTable]? {
        var tables: [Int: HuffmanEncodingTable] = [:]
        for number in Set(numbers) {
            var sum = [Int](repeating: 0, count: 256)
            for (index, own) in frequencies.enumerated() where numbers[index] == number {
                for symbol in 0..<256 { sum[symbol] += own[symbol] }
            }
            let definition = sum.withUnsafeBufferPointer { HuffmanTableDefinition(optimalFor: $0) }
            guard let table = HuffmanEncodingTable(definition) else { return nil }
            tables[number] = table
        }
        return numbers.compactMap { tables[$0] }
    }
}
