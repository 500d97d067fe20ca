extension CityTree {
    /// Returns an order of points in which leaf `i` of `2^depth` covers `n*i >> depth ..< n*(i+1) >> depth`.
    static func order(of points: [SIMD4<Float>], depth: Int) -> [Int] {
        var order = Array(points.indices)
        func split(_ first: Int, _ last: Int) {
            guard last - first > 1 else { return }
            let low = (points.count * first) >> depth
            let high = (points.count * last) >> depth
            let middle = (first + last) / 2
            if high - low > 1 {
                var smallest = points[order[low]]
                var largest = smallest
                for index in order[low..<high] {
                    smallest = pointwiseMin(smallest, points[index])
                    largest = pointwiseMax(largest, points[index])
                }
                let extent = largest - smallest
                let axis = (0..<3).max { extent[$0] < extent[$1] } ?? 0
                order[low..<high].sort { (points[$0][axis], $0) < (points[$1][axis], $1) }
            }
            split(first, middle)
            split(middle, last)
        }
        split(0, 1 << depth)
        return order
    }
}
