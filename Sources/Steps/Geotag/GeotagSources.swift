public import UprightGeodata

/// Where positions for pictures come from, in the order in which they are asked: sidecars, tracks, a fixed position.
public struct GeotagSources: Sendable {
    /// The tracks as one; nil for none.
    public var track: Track?
    /// Whether XMP and Takeout sidecars beside a picture are read.
    public var readsSidecars = true
    /// A position for all pictures that get none otherwise.
    public var fixed: Position?
    /// The zone that the camera's clock showed, where pictures do not say; nil for the zone at the track.
    public var zone: String?
    /// Seconds to add to what the camera's clock showed.
    public var clockOffset = 0.0
    /// The longest gap in a track that is bridged, in seconds.
    public var gap = Track.defaultGap
    /// Whether a position that a picture has is replaced.
    public var overwrites = false

    /// No sources but sidecars.
    public init() {}
}
