internal import Glibc
internal import UprightFormats

/// Computes the unit vectors of many positions: sines and cosines of hundredths of a degree from a table, the rest by
/// the addition theorem. Accurate to 1e-12, and many times faster than the library functions, which matters at
/// start-up.
struct Directions {
    /// The sine and cosine of k/100 degrees, for k from 0 to 36,000.
    private let table: [SIMD2<Double>]

    init() {
        table = (0...36_000).map { SIMD2(sin(Double($0) * (.pi / 18_000)), cos(Double($0) * (.pi / 18_000))) }
    }

    private func sineAndCosine(_ angle: Int) -> SIMD2<Double> {
        let turned = angle < 0 ? angle + 36_000_000 : angle
        let base = table[turned / 1000]
        let rest = Double(turned % 1000) * (.pi / 18_000_000)
        let cosine = 1 - rest * rest / 2
        return SIMD2(base.x * cosine + base.y * rest, base.y * cosine - base.x * rest)
    }

    /// Returns the unit vector of a position in units of 1e-5 degrees.
    func vector(latitude: Int32, longitude: Int32) -> SIMD4<Float> {
        let a = sineAndCosine(Int(latitude))
        let b = sineAndCosine(Int(longitude))
        return SIMD4(Float(a.y * b.y), Float(a.y * b.x), Float(a.x), 0)
    }
}
