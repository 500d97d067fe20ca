/// The scans of a progressive picture, each with its place in the planes that it sends or refines.
struct ProgressiveScript {
    /// A first scan of a band of AC coefficients.
    struct Band: Hashable {
        /// The first and the last coefficient, in zigzag order.
        let start: Int
        let end: Int
        /// The lowest bit that the scan sends.
        let low: Int

        /// The coefficients as bits of a word: bit 63 - k for coefficient k.
        var places: UInt64 { ~0 >> UInt64(start) & ~0 << UInt64(63 - end) }
    }

    let scans: [JPEGCoding.Scan]

    /// Returns the first scans of the AC coefficients of a plane, in order.
    func bands(of plane: Int) -> [Band] {
        firstScans(of: plane).map {
            Band(
                start: scans[$0].spectralStart, end: scans[$0].spectralEnd, low: scans[$0].approximationLow)
        }
    }

    /// Returns which of its plane's bands a first scan of AC coefficients sends; 0 for other scans.
    func band(of scan: Int) -> Int { firstScans(of: scans[scan].planes[0]).firstIndex(of: scan) ?? 0 }

    /// Returns whether the first scans send the same bits of every two coefficients of a plane that change places when
    /// the block is turned, so that a plane's words can be turned. Whether all scans together do is up to the coding:
    /// ``JPEGCoding/turned(by:)``.
    func isKept(by map: CoefficientMap, of plane: Int) -> Bool {
        var lowest = [Int?](repeating: nil, count: 64)
        for band in bands(of: plane) { for index in band.start...band.end { lowest[index] = band.low } }
        return map.moves.enumerated().allSatisfy { lowest[$0.offset] == lowest[Int($0.element & 63)] }
    }

    private func firstScans(of plane: Int) -> [Int] {
        scans.indices.filter {
            scans[$0].planes == [plane] && scans[$0].spectralStart > 0 && scans[$0].approximationHigh == 0
        }
    }
}
