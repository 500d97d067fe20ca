extension JPEGCoding {
    /// Whether the scans of a progressive picture leave bits unsent, as in an interrupted download.
    ///
    /// Decoders smooth such a picture according to the bits that its scan headers leave unsent (ITU-T T.81, K.8). If
    /// the headers left none unsent, the blocks would be visible.
    package var isIncomplete: Bool { isProgressive && bits.joined().contains { $0 != 0 } }

    /// Returns the coding with additional scans that send the missing bits of some planes.
    ///
    /// - Parameter planes: the indices of the planes.
    package func completed(for planes: [Int]) -> JPEGCoding {
        var coding = self
        let bits = bits
        for plane in planes {
            var start = 0
            while start < 64 {
                let low = bits[plane][start]
                // DC and AC coefficients never share a scan.
                var end = start
                while start > 0, end < 63, bits[plane][end + 1] == low { end += 1 }
                if let low {
                    for bit in stride(from: low, to: 0, by: -1) {
                        coding.scans.append(Scan([plane], start, end, high: bit, low: bit - 1))
                    }
                } else {
                    coding.scans.append(Scan([plane], start, end))
                }
                start = end + 1
            }
        }
        return coding
    }

    /// Returns the coding of the turned picture: its scans send every bit that these scans send.
    ///
    /// A transposition moves coefficients along the anti-diagonals of their blocks. If missing scans leave a plane with
    /// bits that were sent for one coefficient of an anti-diagonal and not for another, the plane's scans follow their
    /// coefficients: the band 1...8 becomes the bands 1...5 and 7...9. A decoder of the turned picture then knows, and
    /// estimates, what a decoder of the stored one does. All other planes keep their scans.
    ///
    /// - Parameter geometries: the turn of each plane.
    package func turned(by geometries: [JPEGPlaneGeometry]) -> JPEGCoding {
        let maps = geometries.map { geometry in CoefficientMap(geometry).moves.map { Int($0 & 63) } }
        let moved = bits.indices.filter { plane in
            isProgressive && (0..<64).contains { bits[plane][$0] != bits[plane][maps[plane][$0]] }
        }
        var coding = self
        coding.scans = scans.flatMap { scan in
            guard scan.spectralStart > 0, moved.contains(scan.planes[0]) else { return [scan] }
            let places = (scan.spectralStart...scan.spectralEnd).map { maps[scan.planes[0]][$0] }.sorted()
            let starts = places.indices.filter { $0 == 0 || places[$0 - 1] + 1 < places[$0] }
            return zip(starts, starts.dropFirst() + [places.count]).map { start, end in
                Scan(
                    scan.planes, places[start], places[end - 1], high: scan.approximationHigh,
                    low: scan.approximationLow)
            }
        }
        return coding
    }

    /// Returns whether the scans send every bit of a plane's coefficients.
    ///
    /// Damaged data can give values to coefficients beyond the band of their scan: libjpeg does not look for its end.
    package func sends(_ plane: JPEGPlane, _ index: Int) -> Bool {
        guard isIncomplete else { return true }
        let unsent = bits[index].map { low in low.map { Int16(truncatingIfNeeded: 1 << $0 - 1) } ?? -1 }
        let places = CoefficientMap.natural.enumerated().filter { unsent[$0.offset] != 0 }
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                let block = plane.block(column, row)
                for (k, natural) in places {
                    let value = block[natural]
                    if (k > 0 && value < 0 ? 0 &- value : value) & unsent[k] != 0 { return false }
                }
            }
        }
        return true
    }

    private var bits: [[Int?]] {
        // The number of blocks in an MCU does not matter here.
        Self.lowestBits(scans, isProgressive: isProgressive, blocks: dcTables.map { _ in 1 }) ?? []
    }
}
