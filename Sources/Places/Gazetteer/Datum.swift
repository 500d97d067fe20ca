internal import Glibc
internal import UprightBase
package import UprightFormats

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

extension BoundarySet {
    /// Converts areas of mainland China from a datum to WGS-84. Others are the same in each datum, and are left as they are: which an
    /// area is, the gazetteer tells by the middle of its box.
    package mutating func convert(from datum: Datum, by gazetteer: Gazetteer) {
        guard datum != .wgs84 else { return }
        for index in boundaries.indices where Self.isOnMainland(boundaries[index], gazetteer) {
            for ring in boundaries[index].rings.indices {
                boundaries[index].rings[ring] = boundaries[index].rings[ring].map { point in
                    guard let position = Self.position(point) else { return point }
                    let moved = datum.wgs84(from: position)
                    return Boundary.Point(
                        latitude: Int32(saturating: (moved.latitude * Boundary.scale).rounded()),
                        longitude: Int32(saturating: (moved.longitude * Boundary.scale).rounded()))
                }
            }
        }
    }

    private static func isOnMainland(_ boundary: Boundary, _ gazetteer: Gazetteer) -> Bool {
        let points = boundary.rings.max { $0.count < $1.count } ?? []
        guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max(),
            let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max()
        else { return false }
        // The middle of a bent area can be in the sea or abroad: its points count, too.
        let middle = Boundary.Point(
            latitude: Int32(saturating: (Double(south) + Double(north)) / 2),
            longitude: Int32(saturating: (Double(west) + Double(east)) / 2))
        let found = ([middle] + stride(from: 0, to: points.count, by: max(1, points.count / 8)).map { points[$0] })
            .compactMap { position($0).flatMap { gazetteer.place(at: $0)?.countryCode } }
        return found.count { $0 == "CN" } * 2 > found.count
    }

    private static func position(_ point: Boundary.Point) -> Position? {
        Position(
            latitude: Double(point.latitude) / Boundary.scale, longitude: Double(point.longitude) / Boundary.scale)
    }
}
