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

    private var bits: [[Int?]] {
        // The number of blocks in an MCU does not matter here.
        Self.lowestBits(scans, isProgressive: isProgressive, blocks: dcTables.map { _ in 1 }) ?? []
    }
}
