/// The Huffman tables of one scan, one of each kind for each of its planes; planes may share them.
struct ScanTables {
    /// For the sizes of the DC differences.
    var dc: [HuffmanEncodingTable]
    /// For the runs and sizes of the AC coefficients.
    var ac: [HuffmanEncodingTable]

    /// The "typical" tables of ITU-T T.81, annex K.3; nil where a plane has a number that they do not have.
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

    /// The tables with the shortest codes, for symbols of each plane that occur as often as given.
    static func optimal(_ coding: JPEGCoding, planes: [Int], dc: [[Int]], ac: [[Int]]) -> ScanTables? {
        shared(dc, planes.map { coding.dcTables[$0] }).flatMap { dc in
            shared(ac, planes.map { coding.acTables[$0] }).map { ScanTables(dc: dc, ac: $0) }
        }
    }

    /// One table for all planes that use the same number.
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
