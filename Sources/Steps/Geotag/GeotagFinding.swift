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
