/// How far a decoder knows the low frequencies of a progressive picture, by which it smooths blocks.
///
/// Below the row in which the last scan's data ended, libjpeg goes by what it knew before that scan.
struct JPEGProgression {
    /// The first coefficients in zigzag order; no others are estimated.
    static let estimated = 1...9

    /// The lowest bit that was sent of each of the first ten coefficients of each plane; -1 before the first.
    private(set) var bits: [[Int]]
    /// The same before the plane's last scan.
    private(set) var before: [[Int]]

    /// What a decoder knows behind the scans.
    init(_ scans: [JPEGCoding.Scan], planeCount: Int) {
        bits = Array(repeating: Array(repeating: -1, count: 10), count: planeCount)
        before = bits
        for (number, scan) in scans.enumerated() {
            for plane in scan.planes {
                for k in min(scan.spectralStart, 1)...9 where k <= max(scan.spectralEnd, 9) {
                    before[plane][k] = number > 0 ? bits[plane][k] : 0
                }
                for k in scan.spectralStart...scan.spectralEnd where k < 10 { bits[plane][k] = scan.approximationLow }
            }
        }
        if scans.count < 2 { before = before.map { $0.map { _ in -1 } } }
    }

    /// Whether a plane is shown in another way below the row in which the last scan's data ended.
    func differs(_ plane: Int) -> Bool { Self.estimated.contains { bits[plane][$0] != before[plane][$0] } }
}
