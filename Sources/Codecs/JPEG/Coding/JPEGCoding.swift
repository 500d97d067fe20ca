/// The coding of the coefficients: the entropy coder, its tables and the scans.
package struct JPEGCoding: Hashable {
    /// One scan of a script.
    package struct Scan: Hashable {
        /// The indices of the planes, ascending; only one for AC scans of a progressive script.
        package var planes: [Int]
        /// The first coefficient in zigzag order, Ss.
        package var spectralStart: Int
        /// The last coefficient in zigzag order, Se.
        package var spectralEnd: Int
        /// The bit position sent before, Ah.
        package var approximationHigh: Int
        /// The bit position sent in this scan, Al.
        package var approximationLow: Int

        /// Creates a scan of the given band, by default of all bits.
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

    /// Whether to use the arithmetic entropy coder.
    package var isArithmetic = false
    /// Whether to optimize the Huffman tables for the picture; otherwise they are those of ITU-T T.81, annex K. A
    /// progressive picture always gets optimized tables.
    package var optimizesTables = true
    /// The number of MCUs between restart markers; 0 for no markers.
    package var restartInterval = 0
    /// The DC table of each plane, 0...3.
    package var dcTables: [Int]
    /// The AC table of each plane, 0...3.
    package var acTables: [Int]
    /// The scans, in order.
    package var scans: [Scan]

    /// Whether the scans are progressive: at least one sends only a part of each block.
    var isProgressive: Bool {
        scans.contains { $0.spectralEnd < 63 || $0.spectralStart > 0 || $0.approximationLow > 0 }
    }

    /// Creates a coding with one sequential scan of all planes and the table numbers that JFIF writers use.
    package init(planeCount: Int) {
        dcTables = (0..<planeCount).map { $0 == 1 || $0 == 2 ? 1 : 0 }
        acTables = dcTables
        scans = [Scan(Array(0..<planeCount))]
    }
}
