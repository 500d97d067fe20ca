internal import CUprightCodecs
internal import UprightBase

/// Turns a plane whose true size along a mirrored axis is not a whole number of blocks. Coefficients become the samples
/// that a decoder shows, are mirrored about the true edge, and become coefficients again, quantized with the same
/// (transposed) table.
///
/// It works in block rows ("strips") of the result, so it needs memory for only a few strips, whatever the size of the
/// picture. The loops are in C (`jpeg_requantizer.h`); those in Swift are their reference, and serve samples that the
/// coefficients do not give.
struct PlaneRequantizer {
    typealias Line = FloatBlock.Line

    let source: JPEGPlane
    let result: JPEGPlane
    let geometry: JPEGPlaneGeometry
    /// The samples that decoders show of the source, if they differ from those that its coefficients give.
    private let samples: JPEGSamples.Component?
    /// The factors for a stored block's lines.
    private let steps: [Line]
    /// The factors for a result block's lines, transposed as the transform leaves them.
    private let inverseSteps: [Line]
    /// The lowest sample, centred on 0: -128 for 8 bits.
    private let lowest: Float
    private let transposition = BlockMover(transposes: true, mirrorsColumns: false, mirrorsRows: false)

    /// - Parameter result: a plane of the turned size, whose coefficients ``run()`` writes.
    init(
        source: JPEGPlane, result: JPEGPlane, geometry: JPEGPlaneGeometry, samples: JPEGSamples.Component? = nil
    ) {
        self.samples = samples
        lowest = source.lowestSample
        self.source = source
        self.result = result
        self.geometry = geometry
        // The inverse transform transposes. A turn that transposes uses that; otherwise the block is transposed first.
        steps = FloatBlock.dequantization(geometry.transposes ? source.quantization : result.transposedQuantization)
        // Damaged files can have a step of 0, by which nothing can be divided. Forward and back, the scaled transforms
        // multiply by 64.
        inverseSteps = FloatBlock.dequantization(result.transposedQuantization.map { max($0, 1) }).map { 1 / ($0 * 64) }
    }

    /// The minimum number of block rows of a part, because each part decodes a strip or two again.
    private static let minimumRows = 16

    /// Eight sample lines and the samples around them lie in at most three strips.
    private static let ringSize = 4

    /// Turns the plane, with block rows in parallel.
    ///
    /// - Parameter loops: the loops to use; all give the same result.
    func run(_ parallelism: Parallelism, loops: RequantizingLoops) throws(CodecError) {
        let threads = parallelism.shares(ofBytes: result.width * result.height * 128)
        let parts = (0..<result.height).taperedParts(for: threads, least: Self.minimumRows)
        // Each part writes its own rows.
        nonisolated(unsafe) let requantizer = self
        guard loops != .reference, samples == nil else {
            parallelism.perform(parts.count) { requantizer.run(parts[$0]) }
            return
        }
        let component = RequantizedComponent(
            geometry, source.quantization, size: Size(width: source.width, height: source.height), lowest: lowest)
        var planes = jpeg_requantizer_planes()
        planes.component = component.raw
        planes.transposes = geometry.transposes ? 1 : 0
        planes.source = UnsafePointer(source.blocks.base)
        planes.source_stride = source.stride
        planes.target = result.blocks.base
        planes.target_stride = result.stride
        planes.is_portable = loops == .portable ? 1 : 0
        nonisolated(unsafe) let shared = planes
        let isMade = parallelism.map(parts.count) { index in
            withUnsafePointer(to: shared) {
                jpeg_requantizer_make_rows($0, parts[index].lowerBound, parts[index].upperBound) != 0
            }
        }
        withExtendedLifetime((source, result)) {}
        guard isMade.allSatisfy(\.self) else { throw CodecError(outOfMemoryFor: "strips of samples") }
    }

    private func run(_ rows: Range<Int>) {
        let length = result.width * 8
        let strip = length * 8
        withUnsafeTemporaryAllocation(of: Float.self, capacity: max(strip * (Self.ringSize + 2), 1)) { memory in
            memory.initialize(repeating: 0)
            guard let ring = memory.baseAddress else { return }
            run(
                rows, ring: ring, decoded: ring + Self.ringSize * strip, target: ring + (Self.ringSize + 1) * strip)
        }
    }

    /// - Parameters:
    ///   - rows: the block rows of the result to make.
    ///   - ring: the strips of the source decoded last, resampled from left to right.
    ///   - decoded: space for a strip while it is decoded.
    ///   - target: space for a strip of the result.
    private func run(
        _ rows: Range<Int>, ring: UnsafeMutablePointer<Float>, decoded: UnsafeMutablePointer<Float>,
        target: UnsafeMutablePointer<Float>
    ) {
        let length = result.width * 8
        let across = AxisResampling(geometry.horizontal, length: length, lowest: lowest)
        let down = AxisResampling(geometry.vertical, length: result.height * 8, lowest: lowest)
        var strips = [Int](repeating: -1, count: Self.ringSize)
        for row in rows {
            let needed = down.indices(of: (row * 8)..<(row * 8 + 8))
            for strip in (needed.lowerBound / 8)...(needed.upperBound / 8) where strips[strip % Self.ringSize] != strip
            {
                decode(strip, into: decoded)
                let lines = ring + (strip % Self.ringSize) * length * 8
                for line in 0..<8 { across.resample(decoded + line * length, into: lines + line * length) }
                strips[strip % Self.ringSize] = strip
            }
            for line in 0..<8 {
                down.combine(row * 8 + line, into: target + line * length, count: length) { index in
                    UnsafePointer(ring + ((index / 8) % Self.ringSize * 8 + index % 8) * length)
                }
            }
            encode(target, row: row)
        }
    }

    /// Decodes a block row to samples, transposed if the turn transposes.
    private func decode(_ row: Int, into strip: UnsafeMutablePointer<Float>) {
        let length = result.width * 8
        if let samples {
            let (along, across) = geometry.transposes ? (samples.stride, 1) : (1, samples.stride)
            for line in 0..<8 {
                let first = samples.base + (row * 8 + line) * across
                for x in 0..<length { strip[line * length + x] = Float(first[x * along]) - 128 }
            }
            return
        }
        let stored = source.grid
        defer { withExtendedLifetime(source) {} }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 64) { memory in
            guard let block = memory.baseAddress else { return }
            steps.withUnsafeBufferPointer { steps in
                for column in 0..<result.width {
                    let scaled: FloatBlock
                    if geometry.transposes {
                        scaled = FloatBlock(stored.block(row, column)).mapLines { $0 * steps[$1] }
                    } else {
                        transposition.move(stored.block(column, row), to: block)
                        scaled = FloatBlock(block).mapLines { $0 * steps[$1] }
                    }
                    scaled.inverse().clampedSamples(lowest: lowest).store(strip + column * 8, stride: length)
                }
            }
        }
    }

    /// Transforms and quantizes a strip of samples.
    private func encode(_ strip: UnsafeMutablePointer<Float>, row: Int) {
        let length = result.width * 8
        let turned = result.grid
        defer { withExtendedLifetime(result) {} }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 64) { memory in
            guard let block = memory.baseAddress else { return }
            inverseSteps.withUnsafeBufferPointer { inverseSteps in
                for column in 0..<result.width {
                    // Samples within their bits give coefficients that every entropy coder can write, so no clamping is
                    // needed.
                    FloatBlock(strip + column * 8, stride: length).forward().mapLines { $0 * inverseSteps[$1] }
                        .store(block)
                    transposition.move(block, to: turned.block(column, row))
                }
            }
        }
    }
}
