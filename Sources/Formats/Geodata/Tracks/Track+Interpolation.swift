extension Track {
    /// A position taken from a track.
    public struct Fix: Hashable, Sendable {
        /// Where.
        public var position: Position
        /// Whether it lies between two fixes (else it is one).
        public var isInterpolated: Bool
        /// Seconds to the nearest fix.
        public var seconds: Double
        /// Metres to the nearest fix.
        public var metres: Double
    }

    /// The longest gap that is bridged, and how far beyond an end a track still counts, by default: 300 seconds.
    public static let defaultGap = 300.0

    /// Where one was at a time: linear between two fixes, across the antimeridian the short way.
    ///
    /// Nil inside a gap longer than `gap` and further than `gap` before the first or behind the last fix: no position
    /// rather than a guess.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970 (UTC).
    ///   - gap: seconds.
    public func fix(at time: Double, gap: Double = defaultGap) -> Fix? {
        guard time.isFinite, let first = points.first, let last = points.last else { return nil }
        func end(_ point: TrackPoint) -> Fix? {
            let seconds = abs(point.time - time)
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
            position: position, isInterpolated: true, seconds: abs(nearest.time - time),
            metres: position.distance(to: nearest.position) * 1000)
    }
}
