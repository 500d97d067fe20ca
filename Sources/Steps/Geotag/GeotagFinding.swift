public import UprightPlaces
public import UprightGeodata

/// The position that was found for a picture, and how.
public struct GeotagFinding: Sendable, Hashable {
    /// Where a position comes from.
    public enum Source: Sendable, Hashable {
        /// Between two fixes of a track, or at one.
        case track(isInterpolated: Bool)
        /// A sidecar of that name.
        case sidecar(String)
        /// The position given for all.
        case fixed
        /// The picture has one already, and it is kept.
        case picture
        /// None was found, for this reason.
        case none(String)
    }

    /// The position; nil where there is none.
    public var position: Position?
    /// Where it comes from.
    public var source: Source
    /// When the picture was taken (UTC, seconds since 1970), where that is known.
    public var time: Double?
    /// How the camera's clock was read.
    public var zone: CameraTime.ZoneSource?
    /// The offset from UTC that was taken, in seconds.
    public var zoneOffset: Int?
    /// The other offset that the clock may have had, in the hour that it showed twice; nil for none.
    public var otherOffset: Int?
    /// Seconds to the nearest fix of the track.
    public var seconds: Double?
    /// Metres to the nearest fix of the track.
    public var metres: Double?
    /// By how many seconds the clock of the camera is behind GPS time, where the picture carries both.
    public var skew: Double?

    /// Whether something is to be written.
    public var isNew: Bool {
        switch source {
        case .track, .sidecar, .fixed: position != nil
        case .picture, .none: false
        }
    }

    /// What the user should know: that the position depends on which of two readings of the clock is the right one.
    public var warnings: [String] {
        guard let zoneOffset, let otherOffset, case .track = source else { return [] }
        return [
            "the clock showed the hour of the picture twice (summer time ended): taken as "
                + "\(Self.offsetText(zoneOffset)), not \(Self.offsetText(otherOffset)); a zone such as "
                + "\(Self.offsetText(otherOffset).dropFirst(3)) for the geotag step says otherwise"
        ]
    }

    /// An offset as `UTC+02:00`.
    public static func offsetText(_ seconds: Int) -> String {
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let minutes = abs(seconds) / 60
        return "UTC\(seconds < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }

    /// The source in words.
    public var sourceText: String {
        switch source {
        case .track(let isInterpolated): isInterpolated ? "track, interpolated" : "track, at a fix"
        case .sidecar(let name): "sidecar \(name)"
        case .fixed: "fixed position"
        case .picture: "its own position, kept"
        case .none(let reason): "no position: \(reason)"
        }
    }
}
