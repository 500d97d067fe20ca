public import UprightGeodata

/// The sources of positions for pictures, in order of precedence: sidecars, tracks, a fixed position.
public struct GeotagSources: Sendable {
    /// All tracks combined; nil for none.
    public var track: Track?
    /// Whether to read XMP and Takeout sidecars next to a picture.
    public var readsSidecars = true
    /// The position for pictures that get none from another source.
    public var fixed: Position?
    /// The time zone of the camera's clock, for pictures that do not contain it; nil for the zone at the track.
    public var zone: String?
    /// Seconds to add to what the camera's clock showed.
    public var clockOffset = 0.0
    /// The longest time to the nearest fix of the track, and the longest gap in it to interpolate across, in seconds.
    public var gap = Track.defaultGap
    /// Whether to replace a picture's existing position.
    public var overwrites = false

    /// Creates the sources with sidecars only.
    public init() {}
}
