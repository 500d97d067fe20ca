internal import Glibc

/// The coordinates in which boundaries are drawn.
package enum Datum: String, Sendable, Hashable, CaseIterable, Codable {
    /// WGS-84, as GPS and GeoJSON have it.
    case wgs84
    /// The shifted coordinates of AMap and of maps made from it.
    case gcj02
    /// The coordinates of Baidu's maps: GCJ-02, shifted once more.
    case bd09

    /// Converts a position to WGS-84.
    package func wgs84(from position: Position) -> Position {
        switch self {
        case .wgs84: position
        case .gcj02: GCJ02.wgs84(from: position)
        case .bd09: GCJ02.wgs84(from: Self.gcj02(fromBD09: position))
        }
    }

    /// Baidu's formula.
    private static func gcj02(fromBD09 position: Position) -> Position {
        let factor = Double.pi * 3000 / 180
        let x = position.longitude - 0.0065
        let y = position.latitude - 0.006
        let distance = (x * x + y * y).squareRoot() - 0.00002 * sin(y * factor)
        let angle = atan2(y, x) - 0.000003 * cos(x * factor)
        return Position(latitude: distance * sin(angle), longitude: distance * cos(angle)) ?? position
    }
}
