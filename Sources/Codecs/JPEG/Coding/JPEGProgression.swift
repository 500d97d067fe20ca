package import UprightFormats

/// How much a decoder knows of the low frequencies of a progressive picture, which controls its smoothing.
///
/// Below the row in which the last scan's data ended, libjpeg uses what it knew before that scan.
package struct JPEGProgression {
    /// The coefficients that decoders estimate, in zigzag order.
    static let estimated = 1...9

    /// The lowest bit sent of each of the first ten coefficients of each plane; -1 if none has been sent.
    private(set) var bits: [[Int]]
    /// The same, before the plane's last scan.
    private(set) var before: [[Int]]

    /// Creates the state after the scans of a file, in whatever order they are.
    package init(_ file: JPEGFile) {
        let count = file.frameHeader.components.count
        let scans = file.scans.compactMap { JPEGCoding.scan($0, file.frameHeader) }.filter {
            (0...63).contains($0.spectralStart) && ($0.spectralStart...63).contains($0.spectralEnd)
        }
        bits = Array(repeating: Array(repeating: -1, count: 10), count: count)
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

    /// Whether decoders estimate anything: DC coefficients are known for all planes, and others are not.
    var isEstimated: Bool {
        bits.allSatisfy { $0[0] >= 0 } && bits.contains { plane in Self.estimated.contains { plane[$0] != 0 } }
    }

    /// Returns whether decoders estimate coefficients of a plane above the row in which the last scan's data ended.
    func estimates(_ plane: Int) -> Bool { Self.estimated.contains { bits[plane][$0] != 0 } }

    /// Returns whether decoders show a plane differently below the row in which the last scan's data ended.
    func differs(_ plane: Int) -> Bool { Self.estimated.contains { bits[plane][$0] != before[plane][$0] } }
}
