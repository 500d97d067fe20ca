/// How coefficients are written: the entropy coder, its tables and the scans.
package struct JPEGCoding: Hashable {
    /// One scan of a script.
    package struct Scan: Hashable {
        /// Indices of the planes, ascending; one for AC scans of a progressive script.
        package var planes: [Int]
        /// The first coefficient in zigzag order, Ss.
        package var spectralStart: Int
        /// The last coefficient in zigzag order, Se.
        package var spectralEnd: Int
        /// The bit position that was sent before, Ah.
        package var approximationHigh: Int
        /// The bit position that is sent now, Al.
        package var approximationLow: Int

        /// A scan of all bits of the given band.
        package init(
            _ planes: [Int], _ spectralStart: Int = 0, _ spectralEnd: Int = 63, high: Int = 0, low: Int = 0
        ) {
            self.planes = planes
            self.spectralStart = spectralStart
            self.spectralEnd = spectralEnd
            approximationHigh = high
            approximationLow = low
        }
    }

    /// Whether the entropy coder is the arithmetic one.
    package var isArithmetic = false
    /// Whether Huffman tables are made for the picture; else they are those of ITU-T T.81, annex K.
    /// A progressive picture always gets its own.
    package var optimizesTables = true
    /// MCUs from one restart marker to the next; 0 for none.
    package var restartInterval = 0
    /// The table for DC coefficients of each plane, 0...3.
    package var dcTables: [Int]
    /// The table for AC coefficients of each plane, 0...3.
    package var acTables: [Int]
    /// The scans, in order.
    package var scans: [Scan]

    /// Whether the scans are progressive: at least one does not send all of a block.
    var isProgressive: Bool {
        scans.contains { $0.spectralEnd < 63 || $0.spectralStart > 0 || $0.approximationLow > 0 }
    }

    /// A coding with one sequential scan of all planes and the tables that JFIF writers use.
    package init(planeCount: Int) {
        dcTables = (0..<planeCount).map { $0 == 1 || $0 == 2 ? 1 : 0 }
        acTables = dcTables
        scans = [Scan(Array(0..<planeCount))]
    }
}
