extension Track {
    /// A position found with a track.
    public struct Fix: Hashable, Sendable {
        /// The position.
        public var position: Position
        /// Whether the position is interpolated between two fixes; otherwise it is that of one.
        public var isInterpolated: Bool
        /// The time to the nearest fix, in seconds.
        public var seconds: Double
        /// The distance to the nearest fix, in metres.
        public var metres: Double
    }

    /// The default for the longest gap to interpolate and for the longest time past either end of a track: 300 seconds.
    public static let defaultGap = 300.0

    /// Returns the position at a time: linear between two fixes, the short way across the antimeridian.
    ///
    /// Returns nil inside a gap longer than `gap`, and more than `gap` before the first or after the last fix, rather
    /// than guess a position.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970 (UTC).
    ///   - gap: the longest gap, in seconds.
    public func fix(at time: Double, gap: Double = defaultGap) -> Fix? {
        guard time.isFinite, let first = points.first, let last = points.last else { return nil }
        func end(_ point: TrackPoint) -> Fix? {
            let seconds = (point.time - time).magnitude
            return seconds <= gap
                ? Fix(position: point.position, isInterpolated: false, seconds: seconds, metres: 0) : nil
        }
        if time <= first.time { return end(first) }
        if time >= last.time { return end(last) }
        let next = index(at: time)
        let b = points[next]
        if b.time == time { return Fix(position: b.position, isInterpolated: false, seconds: 0, metres: 0) }
        let a = points[next - 1]
        guard b.time - a.time <= gap else { return nil }
        let share = (time - a.time) / (b.time - a.time)
        var way = b.position.longitude - a.position.longitude
        if way > 180 { way -= 360 } else if way < -180 { way += 360 }
        var longitude = a.position.longitude + share * way
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        let latitude = a.position.latitude + share * (b.position.latitude - a.position.latitude)
        var altitude: Double?
        if let from = a.position.altitude, let to = b.position.altitude { altitude = from + share * (to - from) }
        guard let position = Position(latitude: latitude, longitude: longitude, altitude: altitude) else { return nil }
        let nearest = share <= 0.5 ? a : b
        return Fix(
            position: position, isInterpolated: true, seconds: (nearest.time - time).magnitude,
            metres: position.distance(to: nearest.position) * 1000)
    }
}
