extension JPEGCoding {
    /// Whether the scans of a progressive picture leave bits unsent, as those of a download that was cut off do.
    ///
    /// Decoders smooth what they show of such a picture, by what its scan headers say is still to come (ITU-T T.81, K.8): with
    /// scans that say that nothing is, its blocks would show.
    package var isIncomplete: Bool { isProgressive && bits.joined().contains { $0 != 0 } }

    /// The coding with scans behind its own that send what is missing of some planes.
    ///
    /// - Parameter planes: indices of the planes.
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

    private var bits: [[Int?]] {
        // As many blocks as there may be are no matter here.
        Self.lowestBits(scans, isProgressive: isProgressive, blocks: dcTables.map { _ in 1 }) ?? []
    }
}
