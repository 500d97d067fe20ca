internal import CUprightCodecs
internal import UprightBase

/// How a component is turned by `jpeg_requantizer.h`.
struct RequantizedComponent {
    let raw: jpeg_requantizer_component

    /// - Parameters:
    ///   - steps: the stored quantizer steps, in row-major order.
    ///   - size: the stored size in blocks.
    ///   - lowest: the lowest sample, centred on 0: -128 for 8 bits.
    init(_ geometry: JPEGPlaneGeometry, _ steps: [UInt16], size: Size, lowest: Float = -128) {
        let (width, height) = geometry.transposes ? (size.height, size.width) : (size.width, size.height)
        var raw = jpeg_requantizer_component()
        raw.is_exact = geometry.isExact ? 1 : 0
        raw.horizontal = AxisResampling(geometry.horizontal, length: width * 8, lowest: lowest).raw(lowest)
        raw.vertical = AxisResampling(geometry.vertical, length: height * 8, lowest: lowest).raw(lowest)
        // The inverse transform transposes. A turn that does not is given transposed blocks, and so transposed steps.
        // The forward transform transposes what the turn has made.
        let own = geometry.transposes ? steps : (0..<64).map { steps[($0 % 8) * 8 + $0 / 8] }
        let factors = FloatBlock.dequantization(own)
        // Damaged files can have a step of 0, by which nothing can be divided. Forward and back, the scaled transforms
        // multiply by 64.
        let inverse = FloatBlock.dequantization(own.map { max($0, 1) }).map { 1 / ($0 * 64) }
        withUnsafeMutableBytes(of: &raw.steps) { bytes in
            for index in 0..<64 { bytes.bindMemory(to: Float.self)[index] = factors[index / 8][index % 8] }
        }
        withUnsafeMutableBytes(of: &raw.inverse_steps) { bytes in
            for index in 0..<64 { bytes.bindMemory(to: Float.self)[index] = inverse[index / 8][index % 8] }
        }
        self.raw = raw
    }
}

extension AxisResampling {
    fileprivate func raw(_ lowest: Float) -> jpeg_requantizer_axis {
        var raw = jpeg_requantizer_axis()
        raw.count = count
        raw.length = length
        raw.first = first
        raw.direction = Int32(direction)
        raw.lowest = lowest
        raw.weight_count = Int32(weights.count)
        withUnsafeMutableBytes(of: &raw.weights) { bytes in
            for (index, weight) in weights.enumerated() { bytes.bindMemory(to: Float.self)[index] = weight }
        }
        return raw
    }
}
