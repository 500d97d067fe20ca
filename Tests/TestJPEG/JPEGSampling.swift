package import UprightBase
package import UprightCodecs

/// The sampling factors of a test picture's components.
package struct JPEGSampling: Sendable, Hashable, CustomStringConvertible {
    /// The usual name.
    package let name: String
    /// h and v of each component.
    package let factors: [[Int]]
    /// The components' identifiers.
    package let ids: [Int]

    package init(_ name: String, _ factors: [[Int]], ids: [Int]? = nil) {
        self.name = name
        self.factors = factors
        self.ids = ids ?? Array(1...factors.count)
    }

    package var description: String { name }

    /// The samplings that files have, and some that only the standard allows.
    package static let all = [
        JPEGSampling("gray", [[1, 1]]),
        JPEGSampling("gray 2x2", [[2, 2]]),
        JPEGSampling("4:4:4", [[1, 1], [1, 1], [1, 1]]),
        JPEGSampling("4:2:2", [[2, 1], [1, 1], [1, 1]]),
        JPEGSampling("4:4:0", [[1, 2], [1, 1], [1, 1]]),
        JPEGSampling("4:2:0", [[2, 2], [1, 1], [1, 1]]),
        JPEGSampling("4:1:1", [[4, 1], [1, 1], [1, 1]]),
        JPEGSampling("4:1:0", [[4, 2], [1, 1], [1, 1]]),
        JPEGSampling("3x1", [[3, 1], [1, 1], [1, 1]]),
        JPEGSampling("1x3", [[1, 3], [1, 1], [1, 1]]),
        JPEGSampling("h does not divide hmax", [[3, 1], [2, 1], [1, 1]]),
        JPEGSampling("chroma larger than luma", [[1, 1], [2, 1], [2, 2]]),
        JPEGSampling("22 12 12", [[2, 2], [1, 2], [1, 2]]),
        JPEGSampling("RGB", [[1, 1], [1, 1], [1, 1]], ids: [82, 71, 66]),
        JPEGSampling("CMYK", [[1, 1], [1, 1], [1, 1], [1, 1]]),
        JPEGSampling("YCCK", [[2, 2], [1, 1], [1, 1], [2, 2]]),
    ]

    /// Returns a picture with plausible coefficients, the same for the same seed.
    ///
    /// - Parameter precision: bits per sample; with 12, coefficients are as large as these allow.
    package func picture(
        _ size: Size, seed: UInt64 = 1, step: UInt16? = nil, precision: Int = 8
    ) throws -> JPEGCoefficients {
        var random = TestRandom(seed: seed)
        let horizontal = factors.map { $0[0] }.max() ?? 1
        let vertical = factors.map { $0[1] }.max() ?? 1
        let planes = try factors.indices.map { index in
            let table = index == 0 || index == 3 ? 0 : 1
            let plane = try JPEGPlane(
                id: ids[index], size: size, horizontal: (factors[index][0], horizontal),
                vertical: (factors[index][1], vertical), table: table,
                quantization: (0..<64).map { step ?? UInt16(3 + table * 5 + $0 % 8 * 2 + $0 / 8) },
                precision: precision)
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    block[0] = Int16(random.next(below: 60)) - 30
                    for _ in 0..<6 {
                        let at = random.next(below: 8) * random.next(below: 8) % 64
                        if at > 0 { block[at] = Int16(random.next(below: 9)) - 4 }
                    }
                    guard precision > 8 else { continue }
                    block[0] = Int16(random.next(below: 32_767) - 16_383)
                    block[1 + random.next(below: 63)] = Int16(random.next(below: 32_767) - 16_383)
                    block[63] = [16_383, -16_383][random.next(below: 2)]
                }
            }
            return plane
        }
        return JPEGCoefficients(size: size, planes: planes)
    }
}
