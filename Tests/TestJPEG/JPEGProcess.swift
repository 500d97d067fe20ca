package import UprightCodecs

/// The codings of test pictures.
package enum JPEGProcess: String, Sendable, CaseIterable {
    case baseline, optimized, restarts, multiscan, progressive, arithmetic, arithmeticProgressive

    /// Returns a coding of the sampling's planes. If an MCU of all planes would be too large, each plane gets its own
    /// scans.
    package func coding(_ sampling: JPEGSampling) -> JPEGCoding {
        let count = sampling.factors.count
        var coding = JPEGCoding(planeCount: count)
        let fits = count == 1 || sampling.factors.reduce(0) { $0 + $1[0] * $1[1] } <= 10
        let groups = fits ? [Array(0..<count)] : (0..<count).map { [$0] }
        coding.scans = groups.map { JPEGCoding.Scan($0) }
        coding.optimizesTables = self != .baseline
        switch self {
        case .baseline, .optimized: break
        case .restarts: coding.restartInterval = 2
        case .multiscan: coding.scans = (0..<count).map { JPEGCoding.Scan([$0]) }
        case .arithmetic: coding.isArithmetic = true
        case .progressive, .arithmeticProgressive:
            coding.isArithmetic = self == .arithmeticProgressive
            coding.scans =
                groups.map { JPEGCoding.Scan($0, 0, 0, low: 1) } + (0..<count).map { JPEGCoding.Scan([$0], 1, 9) }
                + groups.map { JPEGCoding.Scan($0, 0, 0, high: 1) } + (0..<count).map { JPEGCoding.Scan([$0], 10, 63) }
        }
        return coding
    }
}
