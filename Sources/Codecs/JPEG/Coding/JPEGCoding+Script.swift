extension JPEGCoding {
    /// The maximum number of blocks in an MCU of several components (ITU-T T.81, B.2.3).
    private static let maximumBlocksInMCU = 10

    /// Returns the lowest bit that a script sends of each coefficient of each plane, in zigzag order: 0 if it sends all
    /// bits, nil if it sends none. Returns nil if the encoder does not accept the script's order.
    ///
    /// - Parameter blocks: the number of blocks of each plane in an MCU, `h·v`.
    static func lowestBits(_ scans: [Scan], isProgressive: Bool, blocks: [Int]) -> [[Int?]]? {
        var sent = [[Int?]](repeating: Array(repeating: nil, count: 64), count: blocks.count)
        for scan in scans {
            guard isWellFormed(scan, isProgressive: isProgressive, blocks: blocks) else { return nil }
            for plane in scan.planes {
                if scan.spectralStart > 0 && sent[plane][0] == nil { return nil }
                for k in scan.spectralStart...scan.spectralEnd {
                    switch sent[plane][k] {
                    case nil where scan.approximationHigh == 0: break
                    case let low? where low > 0 && scan.approximationHigh == low && scan.approximationLow == low - 1:
                        break
                    default: return nil
                    }
                    sent[plane][k] = scan.approximationLow
                }
            }
        }
        return sent
    }

    private static func isWellFormed(_ scan: Scan, isProgressive: Bool, blocks: [Int]) -> Bool {
        guard (1...4).contains(scan.planes.count), zip(scan.planes, scan.planes.dropFirst()).allSatisfy({ $0 < $1 }),
            scan.planes.count == 1 || scan.planes.map({ blocks[$0] }).reduce(0, +) <= maximumBlocksInMCU,
            (0...63).contains(scan.spectralStart), (scan.spectralStart...63).contains(scan.spectralEnd),
            (0...10).contains(scan.approximationHigh), (0...10).contains(scan.approximationLow)
        else { return false }
        guard isProgressive else {
            return (scan.spectralStart, scan.spectralEnd) == (0, 63)
                && (scan.approximationHigh, scan.approximationLow) == (0, 0)
        }
        return scan.spectralStart == 0 ? scan.spectralEnd == 0 : scan.planes.count == 1
    }

    /// Returns sequential scans of all planes, as few as possible.
    static func sequential(blocks: [Int]) -> [Scan] { groups(blocks).map { Scan($0) } }

    /// Returns progressive scans of all planes: first the DC coefficients, then the low frequencies, then the rest, bit
    /// by bit.
    static func progressive(blocks: [Int]) -> [Scan] {
        let planes = Array(blocks.indices)
        return groups(blocks).map { Scan($0, 0, 0, low: 1) }
            + planes.map { Scan([$0], 1, 5, low: 2) }
            + planes.map { Scan([$0], 6, 63, low: 2) }
            + planes.map { Scan([$0], 1, 63, high: 2, low: 1) }
            + groups(blocks).map { Scan($0, 0, 0, high: 1) }
            + planes.map { Scan([$0], 1, 63, high: 1) }
    }

    /// Groups the planes together if an MCU can hold them, and otherwise puts each into its own group.
    private static func groups(_ blocks: [Int]) -> [[Int]] {
        blocks.count <= 4 && blocks.reduce(0, +) <= maximumBlocksInMCU
            ? [Array(blocks.indices)] : blocks.indices.map { [$0] }
    }
}
