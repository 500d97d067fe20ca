/// Turns a plane whose true size is no whole number of blocks on a mirrored axis: coefficients become samples along that
/// axis, are mirrored about the true edge, and become coefficients again, quantized with the same (transposed) table.
///
/// The transform is separable, so that an axis that keeps its blocks never leaves the frequency domain. Work goes by
/// rows of blocks ("strips") of the result: memory for a few strips is enough, whatever the size of the picture.
struct PlaneRequantizer {
    typealias Line = CosineTransform.Line

    let source: JPEGPlane
    let result: JPEGPlane
    let geometry: JPEGPlaneGeometry
    private let transform = CosineTransform()
    private let steps: [Line]
    private let inverseSteps: [Line]
    private let mover: BlockMover

    /// - Parameter result: a plane of the turned size; its coefficients are written by ``run()``.
    init(source: JPEGPlane, result: JPEGPlane, geometry: JPEGPlaneGeometry) {
        self.source = source
        self.result = result
        self.geometry = geometry
        steps = (0..<8).map { row in
            var line = Line()
            for column in 0..<8 { line[column] = Float(result.quantization[row * 8 + column]) }
            return line
        }
        // A step of 0 is damage; nothing can be divided by it.
        inverseSteps = steps.map { line in Line(repeating: 1) / line.replacing(with: 1, where: line .== 0) }
        mover = BlockMover(
            transposes: geometry.transposes,
            mirrorsColumns: geometry.horizontal.isMirrored && geometry.horizontal.isExact,
            mirrorsRows: geometry.vertical.isMirrored && geometry.vertical.isExact)
    }

    /// Floats in a line of a strip: the strip has eight of them.
    private var lineLength: Int { result.width * 8 }

    func run() {
        if geometry.vertical.isExact {
            withStrips(1) { strip in
                for row in 0..<result.height {
                    loadStrip(geometry.vertical.isMirrored ? result.height - 1 - row : row, into: strip)
                    quantize(strip, row: row)
                }
            }
        } else {
            withStrips(Self.ringSize + 1) { mirrorRows(ring: $0, target: $0 + Self.ringSize * lineLength * 8) }
        }
    }

    private func withStrips(_ count: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: max(count * lineLength * 8, 1)) { memory in
            memory.initialize(repeating: 0)
            if let base = memory.baseAddress { body(base) }
        }
    }

    // MARK: From top to bottom

    /// Eight samples and the taps around them lie in three strips at most.
    private static let ringSize = 4

    /// Mirrors from top to bottom: sample lines of the source are kept in a ring of strips.
    private func mirrorRows(ring: UnsafeMutablePointer<Float>, target: UnsafeMutablePointer<Float>) {
        let resampling = MirrorResampling(geometry.vertical)
        let length = lineLength
        var held = [Int](repeating: -1, count: Self.ringSize)
        for row in 0..<result.height {
            let needed = resampling.indices(of: (row * 8)..<(row * 8 + 8))
            for strip in (needed.lowerBound / 8)...(needed.upperBound / 8) where held[strip % Self.ringSize] != strip {
                let lines = ring + (strip % Self.ringSize) * length * 8
                loadStrip(strip, into: lines)
                for column in 0..<result.width { transform.inverseDown(lines + column * 8, stride: length) }
                held[strip % Self.ringSize] = strip
            }
            for line in 0..<8 {
                let output = target + line * length
                for (tap, weight) in resampling.weights.enumerated() {
                    let index = resampling.index(of: row * 8 + line, tap: tap)
                    let input = ring + ((index / 8) % Self.ringSize * 8 + index % 8) * length
                    if tap == 0 {
                        for x in 0..<length { output[x] = weight * input[x] }
                    } else {
                        for x in 0..<length { output[x] += weight * input[x] }
                    }
                }
            }
            for column in 0..<result.width { transform.forwardDown(target + column * 8, stride: length) }
            quantize(target, row: row)
        }
    }

    // MARK: From left to right

    /// Dequantizes a row of blocks, transposed where the turn does so, and mirrors it from left to right.
    private func loadStrip(_ row: Int, into strip: UnsafeMutablePointer<Float>) {
        let length = lineLength
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 64) { block in
            guard let base = block.baseAddress else { return }
            let lines = UnsafeMutableRawPointer(strip)
            for column in 0..<result.width {
                let across =
                    geometry.horizontal.isMirrored && geometry.horizontal.isExact ? result.width - 1 - column : column
                mover.move(geometry.transposes ? source.block(row, across) : source.block(across, row), to: base)
                for line in 0..<8 {
                    let raw = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: line * 16, as: SIMD8<Int16>.self)
                    let value = Self.floats(raw) * steps[line]
                    lines.storeBytes(of: value, toByteOffset: (line * length + column * 8) * 4, as: Line.self)
                }
            }
        }
        if !geometry.horizontal.isExact {
            for line in 0..<8 { mirrorLine(strip + line * length) }
        }
    }

    private func mirrorLine(_ line: UnsafeMutablePointer<Float>) {
        let resampling = MirrorResampling(geometry.horizontal)
        let length = lineLength
        let raw = UnsafeMutableRawPointer(line)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { samples in
            guard let base = samples.baseAddress else { return }
            let sampleBytes = UnsafeMutableRawPointer(base)
            for column in 0..<result.width {
                let value = transform.inverse(raw.loadUnaligned(fromByteOffset: column * 32, as: Line.self))
                sampleBytes.storeBytes(of: value, toByteOffset: column * 32, as: Line.self)
            }
            resampling.weights.withUnsafeBufferPointer { weights in
                for j in 0..<length {
                    var sum: Float = 0
                    for tap in 0..<weights.count { sum += weights[tap] * base[resampling.index(of: j, tap: tap)] }
                    line[j] = sum
                }
            }
        }
        for column in 0..<result.width {
            let value = transform.forward(raw.loadUnaligned(fromByteOffset: column * 32, as: Line.self))
            raw.storeBytes(of: value, toByteOffset: column * 32, as: Line.self)
        }
    }

    // MARK: Quantization

    private func quantize(_ strip: UnsafeMutablePointer<Float>, row: Int) {
        let length = lineLength
        let lines = UnsafeRawPointer(strip)
        for column in 0..<result.width {
            let block = UnsafeMutableRawPointer(result.block(column, row))
            for line in 0..<8 {
                let value = lines.loadUnaligned(fromByteOffset: (line * length + column * 8) * 4, as: Line.self)
                block.storeBytes(
                    of: Self.integers(value * inverseSteps[line], from: line == 0 ? Self.lowestFirst : Self.lowest),
                    toByteOffset: line * 16, as: SIMD8<Int16>.self)
            }
        }
    }

    /// The number whose float representation has its integer part in the low bits: 1.5 · 2²³.
    private static let magic = Float(12_582_912)

    /// 16-bit integers as floats, exactly. Adding the bits of ``magic`` is what compilers make vector code of.
    @inline(__always)
    static func floats(_ values: SIMD8<Int16>) -> Line {
        let wide = SIMD8<Int32>(truncatingIfNeeded: values) &+ Int32(bitPattern: magic.bitPattern)
        return unsafeBitCast(wide, to: Line.self) - magic
    }

    /// What an entropy coder can write of 8-bit samples (ITU-T T.81, F.1.2.1 and F.1.2.2): -1023 for AC, -1024 for DC.
    private static let lowest = Line(repeating: -1023)
    private static let lowestFirst = Line(-1024, -1023, -1023, -1023, -1023, -1023, -1023, -1023)

    /// The nearest integers from `lowest` to 1023.
    @inline(__always)
    static func integers(_ values: Line, from lowest: Line) -> SIMD8<Int16> {
        let bounded = values.clamped(lowerBound: lowest, upperBound: Line(repeating: 1023))
        let wide = unsafeBitCast(bounded + magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
        return SIMD8<Int16>(truncatingIfNeeded: wide)
    }
}
