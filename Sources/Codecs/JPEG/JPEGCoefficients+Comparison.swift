package import UprightBase
internal import Glibc

extension JPEGCoefficients {
    /// Compares this picture with its turned version by turning that one back.
    ///
    /// A plane that was turned exactly must give the same coefficients. For a requantized plane, the mean squared error
    /// of the samples must not exceed what quantizing twice can cause; if the mirror axis lies between two samples,
    /// interpolating twice adds to that.
    ///
    /// - Parameter samples: the samples that decoders show of this picture, if they differ from those that the
    ///   coefficients give.
    /// - Returns: a description of the first difference; nil if there is none.
    package func difference(
        from turned: JPEGCoefficients, turnedBy orientation: Orientation, showing samples: JPEGSamples? = nil
    ) throws(CodecError) -> String? {
        guard turned.planes.count == planes.count, turned.size == size.turned(by: orientation) else {
            return "the turned picture's size or number of components is wrong"
        }
        let back = turned.geometries(orientation.inverse)
        for (index, geometry) in geometries(orientation).enumerated() {
            let expected = planes[index]
            let found = try turned.planes[index].turned(back[index])
            guard expected.width == found.width, expected.height == found.height,
                expected.quantization == found.quantization
            else { return "component \(expected.id) has the wrong size or quantization table" }
            if geometry.isExact {
                for row in 0..<expected.height
                where memcmp(expected.block(0, row), found.block(0, row), expected.width * 128) != 0 {
                    return "component \(expected.id) has wrong coefficients in block row \(row)"
                }
            } else if let error = expected.excessiveError(
                of: found, geometry: back[index], showing: samples?.component(index))
            {
                return "component \(expected.id) differs by \(error) (mean squared error of its samples)"
            }
        }
        withExtendedLifetime(samples) {}
        return nil
    }
}

extension JPEGPlane {
    /// Returns the mean squared error of another plane's samples if it exceeds what requantizing explains.
    ///
    /// - Parameters:
    ///   - geometry: the turn that brought the other plane into this one's position.
    ///   - samples: the samples that decoders show of this plane, if they differ from those that the coefficients give.
    fileprivate func excessiveError(
        of other: JPEGPlane, geometry: JPEGPlaneGeometry, showing samples: JPEGSamples.Component?
    ) -> Double? {
        // The last, partial blocks hold samples that are not part of the picture.
        let columns = geometry.horizontal.numerator / geometry.horizontal.denominator / 8
        let rows = geometry.vertical.numerator / geometry.vertical.denominator / 8
        guard columns > 0, rows > 0 else { return nil }
        let steps = FloatBlock.dequantization(quantization)
        var (error, energy) = (0.0, 0.0)
        for row in 0..<rows {
            for column in 0..<columns {
                let one =
                    samples?.block(column, row)
                    ?? FloatBlock.decodedSamples(block(column, row), steps, lowest: lowestSample)
                let two = FloatBlock.decodedSamples(other.block(column, row), steps, lowest: lowestSample)
                error += one.squaredDistance(to: two)
                energy += one.variation
            }
        }
        let count = Double(columns * rows * 64)
        let stepSquares = quantization.reduce(0) { $0 + Double($1) * Double($1) } / 64
        let isWhole = [geometry.horizontal, geometry.vertical].allSatisfy {
            !$0.isMirrored || $0.numerator % $0.denominator == 0
        }
        let allowed = stepSquares + 2 + (isWhole ? 0 : energy / count)
        return error / count > allowed ? error / count : nil
    }
}

extension JPEGSamples.Component {
    /// Returns the samples of a block, centred on 0 and transposed.
    fileprivate func block(_ column: Int, _ row: Int) -> FloatBlock {
        let first = base + row * 8 * stride + column * 8
        let lines = (0..<64).map { Float(first[$0 % 8 * stride + $0 / 8]) - 128 }
        return lines.withUnsafeBufferPointer { lines in
            FloatBlock(lines.baseAddress.unsafelyUnwrapped, stride: 8)
        }
    }
}

extension FloatBlock {
    /// Returns the factors for the lines of a stored block before ``inverse()``.
    static func dequantization(_ quantization: [UInt16]) -> [Line] {
        (0..<8).map { row in
            var line = Line()
            for column in 0..<8 {
                line[column] = Float(
                    Double(quantization[row * 8 + column]) * factors[row] * factors[column] / 8)
            }
            return line
        }
    }

    /// Returns the samples that a decoder shows of a block, transposed.
    fileprivate static func decodedSamples(_ block: UnsafePointer<Int16>, _ steps: [Line], lowest: Float) -> FloatBlock
    {
        FloatBlock(block).mapLines { $0 * steps[$1] }.inverse().clampedSamples(lowest: lowest)
    }

    fileprivate func squaredDistance(to other: FloatBlock) -> Double {
        zip(lines, other.lines).reduce(0) { sum, pair in
            let difference = pair.0 - pair.1
            return sum + Double((difference * difference).sum())
        }
    }

    /// The sum of the squared distances to the block's mean.
    fileprivate var variation: Double {
        let mean = lines.reduce(Float(0)) { $0 + $1.sum() } / 64
        return lines.reduce(0) { sum, line in
            let difference = line - mean
            return sum + Double((difference * difference).sum())
        }
    }

    private var lines: [Line] { [a, b, c, d, e, f, g, h] }
}
