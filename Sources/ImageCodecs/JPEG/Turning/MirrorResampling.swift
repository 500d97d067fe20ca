/// Which samples of an axis a mirrored sample is made of.
///
/// Mirrored about the true edge of the picture, sample `j` lies at `W·h/hmax − 1 − j`. Where the true size is a fraction
/// (an odd picture with subsampled chroma), that is between two samples, and the value there is interpolated: a shift
/// to the next sample would move the colours by up to half a chroma sample against the brightness.
struct MirrorResampling {
    /// How many samples the axis has.
    let count: Int
    /// What the samples around the place are multiplied with: one weight where the true size is whole.
    let weights: [Float]
    /// Sample `j` begins at this index minus `j`.
    private let first: Int

    init(_ axis: JPEGPlaneGeometry.Axis) {
        let whole = axis.numerator / axis.denominator
        let rest = axis.numerator % axis.denominator
        count = axis.sampleCount
        if rest == 0 {
            weights = [1]
            first = whole - 1
        } else {
            weights = Self.interpolation(at: Double(rest) / Double(axis.denominator))
            first = whole - weights.count / 2
        }
    }

    /// The index of the `tap`th sample of sample `j`, with the edge replicated.
    @inline(__always)
    func index(of j: Int, tap: Int) -> Int { min(max(first - min(j, count - 1) + tap, 0), count - 1) }

    /// The lowest and the highest index that samples `range` are made of.
    func indices(of range: Range<Int>) -> ClosedRange<Int> {
        index(of: range.upperBound - 1, tap: 0)...index(of: range.lowerBound, tap: weights.count - 1)
    }

    /// The Catmull-Rom spline's weights for the place `t` between the second and the third of four samples.
    private static func interpolation(at t: Double) -> [Float] {
        [
            ((-0.5 * t + 1) * t - 0.5) * t,
            (1.5 * t - 2.5) * t * t + 1,
            ((-1.5 * t + 2) * t + 0.5) * t,
            (0.5 * t - 0.5) * t * t,
        ].map { Float($0) }
    }
}
