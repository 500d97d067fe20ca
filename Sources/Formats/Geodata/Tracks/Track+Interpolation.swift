extension Track {
    /// A position found with a track.
    package struct Fix: Hashable, Sendable {
        package var position: Position
        /// Whether the position is interpolated between two fixes; otherwise it is that of one.
        package var isInterpolated: Bool
        /// The time to the nearest fix, in seconds.
        package var seconds: Double
        /// The distance to the nearest fix, in metres.
        package var metres: Double
    }

    /// The default for the longest time to the nearest fix, and for the longest gap to interpolate: 300 seconds.
    package static let defaultGap = 300.0

    /// Returns the position at a time: linear between two fixes that are at most `gap` apart, the short way across the
    /// antimeridian; elsewhere, also before and after the track, that of the nearest fix.
    ///
    /// Returns nil if the nearest fix is more than `gap` away, rather than guess a position. exiftool does the same with
    /// two limits, `GeoMaxIntSecs` and `GeoMaxExtSecs`.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970 (UTC).
    ///   - gap: the longest time, in seconds.
    package func fix(at time: Double, gap: Double = defaultGap) -> Fix? {
        guard time.isFinite, let nearest = nearest(to: time), (nearest.time - time).magnitude <= gap else { return nil }
        let next = index(at: time)
        guard nearest.time != time, next > 0, next < points.count, points[next].time - points[next - 1].time <= gap
        else {
            return Fix(
                position: nearest.position, isInterpolated: false, seconds: (nearest.time - time).magnitude, metres: 0)
        }
        let (a, b) = (points[next - 1], points[next])
        let share = (time - a.time) / (b.time - a.time)
        var way = b.position.longitude - a.position.longitude
        if way > 180 { way -= 360 } else if way < -180 { way += 360 }
        var longitude = a.position.longitude + share * way
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        let latitude = a.position.latitude + share * (b.position.latitude - a.position.latitude)
        var altitude: Double?
        if let from = a.position.altitude, let to = b.position.altitude { altitude = from + share * (to - from) }
        guard let position = Position(latitude: latitude, longitude: longitude, altitude: altitude) else { return nil }
        return Fix(
            position: position, isInterpolated: true, seconds: (nearest.time - time).magnitude,
            metres: position.distance(to: nearest.position) * 1000)
    }
}
