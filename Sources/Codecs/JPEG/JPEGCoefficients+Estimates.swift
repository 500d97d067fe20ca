internal import UprightBase

extension JPEGCoefficients {
    /// Stores a decoder's estimates as coefficients, in the planes of which the output's scans cannot show the same.
    ///
    /// Decoders estimate the low frequencies that no scan has sent. Below the row in which the last scan's data ended,
    /// they use the state before that scan. In a turned picture that row can lie elsewhere, or become a column. So the
    /// planes that decoders show in both ways get the estimates as coefficients, and are then sent completely. The same
    /// happens if the output sends everything because its encoder does not accept the order of the source's scans, or
    /// because damaged data gave values to coefficients that these scans do not send.
    ///
    /// - Parameters:
    ///   - samples: the samples that decoders show.
    ///   - progression: what the source's scans have sent.
    ///   - coding: the coding of the output; the scans that complete the planes are added to it.
    ///   - completed: the planes that will be sent completely.
    /// - Returns: the indices of the planes that now have estimates.
    package mutating func estimate(
        from samples: JPEGSamples, after progression: JPEGProgression, _ coding: inout JPEGCoding, completed: [Int]
    ) -> [Int] {
        let vertical = planes.map(\.vertical).max() ?? 1
        let lastRow = (size.height + 8 * vertical - 1) / (8 * vertical) - 1
        let exhausted = samples.exhaustedRow.map { min($0, lastRow) } ?? lastRow
        // A step of 0 keeps decoders from estimating.
        let steps = ([0] + JPEGProgression.estimated).map { CoefficientMap.natural[$0] }
        guard progression.isEstimated, planes.allSatisfy({ plane in steps.allSatisfy { plane.quantization[$0] > 0 } })
        else { return [] }
        let different = planes.indices.filter {
            exhausted < lastRow && progression.differs($0)
                || (!coding.isIncomplete || completed.contains($0)) && progression.estimates($0)
        }
        for index in different {
            guard let shown = samples.component(index) else { continue }
            let plane = planes[index]
            let (bits, before) = (progression.bits[index], progression.before[index])
            for row in 0..<plane.height {
                plane.estimate(row, from: shown, knowing: row / plane.vertical > exhausted ? before : bits)
            }
        }
        withExtendedLifetime(samples) {}
        coding = coding.completed(for: different)
        return different
    }
}

extension JPEGPlane {
    /// Stores a decoder's estimates in a row of blocks.
    fileprivate func estimate(_ row: Int, from samples: JPEGSamples.Component, knowing bits: [Int]) {
        let unknown = JPEGProgression.estimated.filter { bits[$0] != 0 }.map { CoefficientMap.natural[$0] }
        guard !unknown.isEmpty else { return }
        // If none of these is known, decoders smooth the DC coefficients too.
        let smoothsDC = JPEGProgression.estimated.allSatisfy { bits[$0] == -1 }
        let steps = FloatBlock.dequantization(transposedQuantization.map { max($0, 1) }).map { 1 / ($0 * 64) }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 64) { shown in
            withUnsafeTemporaryAllocation(of: Int16.self, capacity: 64) { estimates in
                guard let shown = shown.baseAddress, let estimates = estimates.baseAddress else { return }
                for column in 0..<width {
                    let first = samples.base + row * 8 * samples.stride + column * 8
                    for y in 0..<8 { for x in 0..<8 { shown[y * 8 + x] = Float(first[y * samples.stride + x]) - 128 } }
                    FloatBlock(shown, stride: 8).forward().mapLines { $0 * steps[$1] }.store(estimates)
                    let block = block(column, row)
                    for natural in unknown where block[natural] == 0 {
                        block[natural] = estimates[natural % 8 * 8 + natural / 8]
                    }
                    if smoothsDC { block[0] = estimates[0] }
                }
            }
        }
    }
}
