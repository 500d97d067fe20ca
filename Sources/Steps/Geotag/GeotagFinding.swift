package import UprightPlaces
package import UprightFormats

/// The position that was found for a picture, and where it comes from.
package struct GeotagFinding: Sendable, Hashable {
    /// Where a position comes from.
    package enum Source: Sendable, Hashable {
        /// A track: interpolated between two fixes, or at one fix.
        case track(isInterpolated: Bool)
        /// The sidecar with that name.
        case sidecar(String)
        /// The configured position for all pictures.
        case fixed
        /// The picture already has a position, which is kept.
        case picture
        /// No position was found, for this reason.
        case none(String)
    }

    /// The position; nil if there is none.
    package var position: Position?
    /// Where it comes from.
    package var source: Source
    /// When the picture was taken (UTC, seconds since 1970); nil if that is unknown.
    package var time: Double?
    /// The date of capture that a sidecar gives; nil if none was looked for, or none was found.
    package var date: CaptureDate?
    /// How the time zone of the camera's clock was determined.
    package var zone: CameraTime.ZoneSource?
    /// The offset from UTC that was used, in seconds.
    package var zoneOffset: Int?
    /// The other possible offset, if the clock showed that hour twice; otherwise nil.
    package var otherOffset: Int?
    /// Seconds to the nearest fix of the track.
    package var seconds: Double?
    /// Metres to the nearest fix of the track.
    package var metres: Double?
    /// How many seconds the camera's clock is behind GPS time; nil unless the picture carries both.
    package var skew: Double?

    init(source: Source, time: Double? = nil, zone: CameraTime.ZoneSource? = nil, zoneOffset: Int? = nil) {
        (self.source, self.time, self.zone, self.zoneOffset) = (source, time, zone, zoneOffset)
    }

    /// Creates the finding for a picture that cannot be read.
    package init(unreadable reason: String) { self.init(source: .none(reason)) }

    /// Whether there is a new position to write.
    package var isNew: Bool {
        switch source {
        case .track, .sidecar, .fixed: position != nil
        case .picture, .none: false
        }
    }

    /// When the receiver was at the position (UTC, seconds since 1970); nil for a position that no track gives.
    package var fixTime: Double? {
        if case .track = source { time } else { nil }
    }

    /// Warnings for the user: the position depends on which of two readings of the clock is right.
    package var warnings: [String] {
        guard let zoneOffset, let otherOffset, case .track = source else { return [] }
        return [
            "the clock showed the hour of the picture twice (summer time ended): it was read as "
                + "\(Self.offsetText(zoneOffset)), not \(Self.offsetText(otherOffset)); to change that, set zone of the "
                + "geotag step to \(Self.offsetText(otherOffset).dropFirst(3))"
        ]
    }

    /// Formats an offset as `UTC+02:00`.
    package static func offsetText(_ seconds: Int) -> String {
        func digits(_ number: UInt) -> String { (number < 10 ? "0" : "") + String(number) }
        let minutes = seconds.magnitude / 60
        return "UTC\(seconds < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }

    /// The source as text for the user.
    package var sourceText: String {
        switch source {
        case .track(let isInterpolated): isInterpolated ? "track, interpolated" : "track, at a fix"
        case .sidecar(let name): "sidecar \(name)"
        case .fixed: "fixed position"
        case .picture: "its own position, kept"
        case .none(let reason): "no position: \(reason)"
        }
    }
}
