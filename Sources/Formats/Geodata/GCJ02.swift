internal import Glibc

/// The coordinates that maps of China use by law: WGS-84, shifted by up to some hundred metres.
///
/// Outside the mainland they are the same. The caller decides by the country, not by a rectangle.
package enum GCJ02 {
    /// The semi-major axis of Krasovsky's ellipsoid, in metres.
    private static let axis = 6_378_245.0
    /// The square of its eccentricity.
    private static let eccentricity = 0.006_693_421_622_965_943_23

    /// Converts a position from WGS-84.
    package static func position(fromWGS84 position: Position) -> Position {
        let (north, east) = offset(position.latitude, position.longitude)
        return Position(
            latitude: position.latitude + north, longitude: position.longitude + east, altitude: position.altitude)
            ?? position
    }

    /// Converts a position to WGS-84: the inverse of ``position(fromWGS84:)``, to less than a millimetre.
    package static func wgs84(from position: Position) -> Position {
        var (latitude, longitude) = (position.latitude, position.longitude)
        for _ in 0..<6 {
            let (north, east) = offset(latitude, longitude)
            latitude = position.latitude - north
            longitude = position.longitude - east
        }
        return Position(latitude: latitude, longitude: longitude, altitude: position.altitude) ?? position
    }

    private static func offset(_ latitude: Double, _ longitude: Double) -> (north: Double, east: Double) {
        let x = longitude - 105
        let y = latitude - 35
        let pi = Double.pi
        func waves(_ value: Double, _ lengths: [(factor: Double, part: Double)]) -> Double {
            lengths.reduce(0) { $0 + $1.factor * sin(value * pi * $1.part) }
        }
        let short = (20 * sin(6 * x * pi) + 20 * sin(2 * x * pi)) * 2 / 3
        var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * x.magnitude.squareRoot() + short
        north += waves(y, [(20, 1), (40, 1.0 / 3)]) * 2 / 3 + waves(y, [(160, 1.0 / 12), (320, 1.0 / 30)]) * 2 / 3
        var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * x.magnitude.squareRoot() + short
        east += waves(x, [(20, 1), (40, 1.0 / 3)]) * 2 / 3 + waves(x, [(150, 1.0 / 12), (300, 1.0 / 30)]) * 2 / 3
        let angle = latitude * pi / 180
        let magic = 1 - eccentricity * sin(angle) * sin(angle)
        let root = magic.squareRoot()
        return (
            north * 180 / (axis * (1 - eccentricity) / (magic * root) * pi),
            east * 180 / (axis / root * cos(angle) * pi)
        )
    }
}
