internal import Glibc
internal import UprightFormats

/// A balanced tree over unit vectors, stored as an order of the points and a box around each node.
///
/// Leaf `i` of `2^depth` covers the points `n*i >> depth ..< n*(i+1) >> depth`, so a file only needs the order of the
/// points. Distances are squared chords of the unit sphere, so poles and the antimeridian are not special cases.
struct CityTree: Sendable {
    let depth: Int
    /// Unit vectors in tree order; the fourth lane is 0.
    let points: [SIMD4<Float>]
    /// The boxes of the nodes: the root at 1, the children of `k` at `2k` and `2k + 1`.
    private let low: [SIMD4<Float>]
    private let high: [SIMD4<Float>]

    init(depth: Int, points: [SIMD4<Float>]) {
        self.depth = depth
        self.points = points
        let leaves = 1 << depth
        var low = [SIMD4<Float>](repeating: SIMD4(repeating: 4), count: 2 * leaves)
        var high = [SIMD4<Float>](repeating: SIMD4(repeating: -4), count: 2 * leaves)
        for leaf in 0..<leaves {
            var a = SIMD4<Float>(repeating: 4)
            var b = SIMD4<Float>(repeating: -4)
            for index in ((points.count * leaf) >> depth)..<((points.count * (leaf + 1)) >> depth) {
                a = pointwiseMin(a, points[index])
                b = pointwiseMax(b, points[index])
            }
            low[leaves + leaf] = a
            high[leaves + leaf] = b
        }
        for node in stride(from: leaves - 1, to: 0, by: -1) {
            low[node] = pointwiseMin(low[2 * node], low[2 * node + 1])
            high[node] = pointwiseMax(high[2 * node], high[2 * node + 1])
        }
        self.low = low
        self.high = high
    }

    /// Returns the unit vector of a position in degrees.
    static func vector(latitude: Double, longitude: Double) -> SIMD4<Float> {
        let a = latitude * (.pi / 180)
        let b = longitude * (.pi / 180)
        let c = cos(a)
        return SIMD4(Float(c * cos(b)), Float(c * sin(b)), Float(sin(a)), 0)
    }

    /// Returns the position of a unit vector, in degrees. The inverse of ``vector(latitude:longitude:)``, to a metre.
    static func degrees(_ vector: SIMD4<Float>) -> (latitude: Double, longitude: Double) {
        let flat = (Double(vector.x) * Double(vector.x) + Double(vector.y) * Double(vector.y)).squareRoot()
        return (
            atan2(Double(vector.z), flat) * 180 / .pi, atan2(Double(vector.y), Double(vector.x)) * 180 / .pi
        )
    }

    /// Returns the squared chord of a distance in kilometres.
    static func chord(kilometres: Double) -> Float {
        let half = 2 * sin(min(kilometres / Position.earthRadius, .pi) / 2)
        return Float(half * half)
    }

    /// Returns the distance in kilometres of a squared chord.
    static func kilometres(chord: Float) -> Double {
        2 * Position.earthRadius * asin(min(1, Double(chord).squareRoot() / 2))
    }

    /// Visits the points whose squared chord to `query` is below `bound`, nearer nodes first.
    ///
    /// - Parameter visit: takes a point's index and squared chord, and returns the new bound.
    @inline(__always)
    func search(around query: SIMD4<Float>, within start: Float, visit: (Int, Float) -> Float) {
        var bound = start
        let leaves = 1 << depth
        let low = low.span
        let high = high.span
        let points = points.span
        func distance(_ node: Int) -> Float {
            let outside = pointwiseMax(
                pointwiseMax(low[unchecked: node] - query, query - high[unchecked: node]), SIMD4(repeating: 0))
            return (outside * outside).sum()
        }
        // The stack has one sibling per level, and no tree in a file is deeper than 24.
        var stack = InlineArray<32, (node: Int32, distance: Float)>(repeating: (0, 0))
        var height = 1
        stack[0] = (1, distance(1))
        while height > 0 {
            height -= 1
            let top = stack[height]
            if top.distance >= bound { continue }
            let node = Int(top.node)
            if node >= leaves {
                let leaf = node - leaves
                for index in ((points.count * leaf) >> depth)..<((points.count * (leaf + 1)) >> depth) {
                    let difference = points[unchecked: index] - query
                    let chord = (difference * difference).sum()
                    if chord < bound { bound = visit(index, chord) }
                }
                continue
            }
            let a = distance(2 * node)
            let b = distance(2 * node + 1)
            let (near, far) = a <= b ? (a, b) : (b, a)
            let first = Int32(a <= b ? 2 * node : 2 * node + 1)
            if far < bound {
                stack[height] = (first ^ 1, far)
                height += 1
            }
            if near < bound {
                stack[height] = (first, near)
                height += 1
            }
        }
    }
}
