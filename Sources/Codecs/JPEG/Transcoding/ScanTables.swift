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
}
