internal import UprightThreads

/// Turns a plane whose true size is no whole number of blocks on a mirrored axis: coefficients become the samples that a
/// decoder shows, are mirrored about the true edge, and become coefficients again, quantized with the same (transposed)
/// table.
///
/// Work goes by rows of blocks ("strips") of the result, so that memory for a few strips is enough, whatever the size of
/// the picture.
struct PlaneRequantizer {
    typealias Line = FloatBlock.Line

    let source: JPEGPlane
    let result: JPEGPlane
    let geometry: JPEGPlaneGeometry
    /// What decoders show of the source, where that is not what its coefficients say.
    private let samples: JPEGSamples.Component?
    /// What a stored block's lines are multiplied with.
    private let steps: [Line]
    /// What a result block's lines are multiplied with; as the transform leaves them, they lie transposed.
    private let inverseSteps: [Line]
    /// The lowest sample, around 0: -128 for 8 bits.
    private let lowest: Float
    private let transposition = BlockMover(transposes: true, mirrorsColumns: false, mirrorsRows: false)

    /// - Parameter result: a plane of the turned size; its coefficients are written by ``run()``.
    init(
        source: JPEGPlane, result: JPEGPlane, geometry: JPEGPlaneGeometry, samples: JPEGSamples.Component? = nil
    ) {
        self.samples = samples
        lowest = source.lowestSample
        self.source = source
        self.result = result
        self.geometry = geometry
        // The inverse transform transposes. A turn that does so wants that; else the block is transposed before.
        steps = FloatBlock.dequantization(geometry.transposes ? source.quantization : result.transposedQuantization)
        // A step of 0 is damage; nothing can be divided by it.
        // Forward and back, the scaled transforms multiply by 64.
        inverseSteps = FloatBlock.dequantization(result.transposedQuantization.map { max($0, 1) }).map { 1 / ($0 * 64) }
    }

    /// The fewest rows of blocks that are worth a part of their own, which decodes a strip or two again.
    private static let leastRows = 16

    /// Eight sample lines and the taps around them lie in three strips at most.
    private static let ringSize = 4

    /// Turns the plane, rows of blocks side by side.
    func run(_ parallelism: Parallelism) {
        let threads = parallelism.shares(ofBytes: result.width * result.height * 128)
        let parts = (0..<result.height).taperedParts(for: threads, least: Self.leastRows)
        // Each part writes rows of its own.
        nonisolated(unsafe) let requantizer = self
        parallelism.perform(parts.count) { requantizer.run(parts[$0]) }
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
    ///   - rows: the rows of blocks of the result to be made.
    ///   - ring: the strips of the source that were decoded last, mirrored from left to right.
    ///   - decoded: room for a strip as it is decoded.
    ///   - target: room for a strip of the result.
    private func run(
        _ rows: Range<Int>, ring: UnsafeMutablePointer<Float>, decoded: UnsafeMutablePointer<Float>,
        target: UnsafeMutablePointer<Float>
    ) {
        let length = result.width * 8
        let across = AxisResampling(geometry.horizontal, length: length, lowest: lowest)
        let down = AxisResampling(geometry.vertical, length: result.height * 8, lowest: lowest)
        var held = [Int](repeating: -1, count: Self.ringSize)
        for row in rows {
            let needed = down.indices(of: (row * 8)..<(row * 8 + 8))
            for strip in (needed.lowerBound / 8)...(needed.upperBound / 8) where held[strip % Self.ringSize] != strip {
                decode(strip, into: decoded)
                let lines = ring + (strip % Self.ringSize) * length * 8
                for line in 0..<8 { across.resample(decoded + line * length, into: lines + line * length) }
                held[strip % Self.ringSize] = strip
            }
            for line in 0..<8 {
                down.combine(row * 8 + line, into: target + line * length, count: length) { index in
                    UnsafePointer(ring + ((index / 8) % Self.ringSize * 8 + index % 8) * length)
                }
            }
            encode(target, row: row)
        }
    }

    /// Decodes a row of blocks to samples, transposed where the turn does so.
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
                    scaled.inverse().shown(lowest: lowest).store(strip + column * 8, stride: length)
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
                    // Samples within their bits give coefficients that every entropy coder can write: nothing has to be clamped.
                    FloatBlock(strip + column * 8, stride: length).forward().mapLines { $0 * inverseSteps[$1] }
                        .store(block)
                    transposition.move(block, to: turned.block(column, row))
                }
            }
        }
    }
}
