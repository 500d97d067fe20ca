internal import Glibc

/// The orthonormal 8-point DCT and its inverse, in floating point, without rounding or clamping.
///
/// Source: ITU-T T.81, A.3.3, which is this transform along both axes.
struct CosineTransform {
    typealias Line = SIMD8<Float>

    /// The cosine waves: `waves[u][x]`.
    private let waves: [Line]
    /// The same, transposed: `samples[x][u]`.
    private let samples: [Line]

    init() {
        var waves = [Line](repeating: Line(repeating: 0), count: 8)
        var samples = waves
        for u in 0..<8 {
            let scale = u == 0 ? (0.125).squareRoot() : 0.5
            for x in 0..<8 {
                let value = Float(scale * cos(Double((2 * x + 1) * u) * .pi / 16))
                waves[u][x] = value
                samples[x][u] = value
            }
        }
        self.waves = waves
        self.samples = samples
    }

    /// Frequencies to samples, within one line.
    @inline(__always)
    func inverse(_ line: Line) -> Line { Self.combined(line, waves) }

    /// Samples to frequencies, within one line.
    @inline(__always)
    func forward(_ line: Line) -> Line { Self.combined(line, samples) }

    /// Frequencies to samples, from line to line: eight lines, `stride` floats apart.
    @inline(__always)
    func inverseDown(_ lines: UnsafeMutablePointer<Float>, stride: Int) { Self.down(lines, stride, waves) }

    /// Samples to frequencies, from line to line: eight lines, `stride` floats apart.
    @inline(__always)
    func forwardDown(_ lines: UnsafeMutablePointer<Float>, stride: Int) { Self.down(lines, stride, samples) }

    @inline(__always)
    private static func combined(_ line: Line, _ basis: [Line]) -> Line {
        basis.withUnsafeBufferPointer { basis in
            var sum = line[0] * basis[0]
            for index in 1..<8 { sum += line[index] * basis[index] }
            return sum
        }
    }

    /// `out[y] = Σ in[v] · basis[v][y]`, for eight columns at once.
    @inline(__always)
    private static func down(_ lines: UnsafeMutablePointer<Float>, _ stride: Int, _ basis: [Line]) {
        let raw = UnsafeMutableRawPointer(lines)
        basis.withUnsafeBufferPointer { basis in
            withUnsafeTemporaryAllocation(of: Line.self, capacity: 8) { sums in
                for y in 0..<8 { sums[y] = Line(repeating: 0) }
                for v in 0..<8 {
                    let line = raw.loadUnaligned(fromByteOffset: v * stride * 4, as: Line.self)
                    let wave = basis[v]
                    for y in 0..<8 { sums[y] += wave[y] * line }
                }
                for y in 0..<8 { raw.storeBytes(of: sums[y], toByteOffset: y * stride * 4, as: Line.self) }
            }
        }
    }
}
