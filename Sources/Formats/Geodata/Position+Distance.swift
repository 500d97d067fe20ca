internal import Glibc

extension Position {
    /// Mean radius of the earth, in kilometres (IUGG).
    package static let earthRadius = 6371.0088

    /// Great-circle distance in kilometres (haversine on a sphere).
    package func distance(to other: Position) -> Double {
        let radians = Double.pi / 180
        let a = latitude * radians
        let b = other.latitude * radians
        let x = sin((b - a) / 2)
        let y = sin((other.longitude - longitude) * radians / 2)
        return 2 * Self.earthRadius * asin(min(1, (x * x + cos(a) * cos(b) * y * y).squareRoot()))
    }
}
