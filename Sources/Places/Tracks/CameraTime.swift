internal import Foundation
package import UprightFormats

/// The time when a picture was taken, by the camera's clock.
package struct CameraTime: Hashable, Sendable {
    /// Seconds since 1970 as if the clock showed UTC.
    package var local: Double
    /// The offset from UTC in seconds, if the picture contains it (`OffsetTimeOriginal`).
    package var offset: Int?

    package init(local: Double, offset: Int? = nil) {
        self.local = local
        self.offset = offset
    }

    /// The source of the offset from UTC.
    package enum ZoneSource: String, Hashable, Sendable, Codable {
        /// `OffsetTimeOriginal`.
        case picture
        case configured
        /// The zone at the nearest track point.
        case track
        /// No offset was found: UTC is used.
        case none
    }

    /// The time in UTC.
    package struct Resolved: Hashable, Sendable {
        /// Seconds since 1970.
        package var time: Double
        /// The offset from UTC in seconds, without the clock's error.
        package var offset: Int
        /// The source of the offset.
        package var source: ZoneSource
        /// The other possible offset, if the zone's clocks showed that time twice at the end of summer time; otherwise
        /// nil.
        package var otherOffset: Int?
    }

    /// Returns the time in UTC: by the picture's own offset, otherwise by the configured zone, otherwise by the zone at
    /// the track.
    ///
    /// - Parameters:
    ///   - zone: an IANA zone (`Europe/Berlin`) or a fixed offset (`+02:00`).
    ///   - clockOffset: seconds to add to what the clock showed.
    ///   - track: gives the position for the zone.
    ///   - zoneAt: returns the IANA zone of a position.
    package func resolved(
        zone: String? = nil, clockOffset: Double = 0, track: Track? = nil, zoneAt: (Position) -> String? = { _ in nil }
    ) -> Resolved {
        let shown = local + clockOffset
        if let offset { return Resolved(time: shown - Double(offset), offset: offset, source: .picture) }
        if let zone, let offset = Self.offset(of: zone, local: shown) {
            return Resolved(
                time: shown - Double(offset), offset: offset, source: .configured,
                otherOffset: Self.otherOffset(of: zone, local: shown, than: offset))
        }
        if let track {
            // The zone depends on the position, and the position on the zone, so iterate.
            var time = shown
            var found: Int?
            var foundIn = ""
            for _ in 0..<3 {
                guard let point = track.nearest(to: time), let zone = zoneAt(point.position),
                    let offset = Self.offset(of: zone, local: shown)
                else { break }
                if found == offset { break }
                found = offset
                foundIn = zone
                time = shown - Double(offset)
            }
            if let found {
                return Resolved(
                    time: shown - Double(found), offset: found, source: .track,
                    otherOffset: Self.otherOffset(of: foundIn, local: shown, than: found))
            }
        }
        return Resolved(time: shown, offset: 0, source: .none)
    }

    /// Returns the seconds east of UTC of `+02:00`, `+0200`, `+02` or `Z`; nil for other text.
    private static func fixedOffset(_ zone: String) -> Int? {
        CaptureDate(text: "2000-01-01T00:00:00" + zone, source: .container)?.dateTime.offset.map { 60 * $0 }
    }

    /// Returns the offset from UTC in seconds of a zone at a time in seconds since 1970; nil for an unknown zone.
    package static func offset(of zone: String, at time: Double) -> Int? {
        if let fixed = fixedOffset(zone) { return fixed }
        return TimeZone(identifier: zone)?.secondsFromGMT(for: Date(timeIntervalSince1970: time))
    }

    /// Returns the offset from UTC in seconds of a zone when its clocks show a time. In the hour that they show twice,
    /// this is summer time.
    package static func offset(of zone: String, local: Double) -> Int? {
        if let fixed = fixedOffset(zone) { return fixed }
        guard local.isFinite, local.magnitude < 1e11, let zone = TimeZone(identifier: zone) else { return nil }
        var offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
        offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(offset)))
        let earlier = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(offset) - 3600))
        // Use the earlier of the two times, if the clocks show the same time then.
        if earlier > offset,
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(earlier))) == earlier
        {
            return earlier
        }
        return offset
    }

    /// Returns the second offset at which a zone's clocks show a time, if they show it twice.
    private static func otherOffset(of zone: String, local: Double, than offset: Int) -> Int? {
        guard local.isFinite, local.magnitude < 1e11, let zone = TimeZone(identifier: zone) else { return nil }
        let later = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(offset) + 3 * 3600))
        guard later != offset,
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(later))) == later
        else { return nil }
        return later
    }

    /// Returns the offsets from UTC in seconds at which a zone's clocks show a time, the earlier moment first: two in an hour that
    /// they show twice, none in one that they skip, and none of an unknown zone.
    package static func offsets(of zone: String, local: Double) -> [Int] {
        if let fixed = fixedOffset(zone) { return [fixed] }
        guard local.isFinite, local.magnitude < 1e11, let zone = TimeZone(identifier: zone) else { return [] }
        func offset(_ time: Double) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: time)) }
        let near = Set([-86_400, 0, 86_400].map { offset(local + $0) })
        return near.filter { offset(local - Double($0)) == $0 }.sorted(by: >)
    }

    /// Whether a string is a time zone: an IANA name or a fixed offset.
    package static func isZone(_ text: String) -> Bool { offset(of: text, local: 0) != nil }
}
