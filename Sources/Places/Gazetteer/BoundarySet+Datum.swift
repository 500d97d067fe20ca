internal import UprightBase
package import UprightFormats

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
