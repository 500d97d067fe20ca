package import UprightFormats

/// The sources of positions for pictures, in order of precedence: sidecars, tracks, a fixed position.
package struct GeotagSources: Sendable {
    /// All tracks combined; nil for none.
    package var track: Track?
    /// Whether to read XMP and Takeout sidecars next to a picture.
    package var readsSidecars = true
    /// The position for pictures that get none from another source.
    package var fixed: Position?
    /// The time zone of the camera's clock, for pictures that do not contain it; nil for the zone at the track.
    package var zone: String?
    /// Seconds to add to what the camera's clock showed.
    package var clockOffset = 0.0
    /// The longest time to the nearest fix of the track, and the longest gap in it to interpolate across, in seconds.
    package var gap = Track.defaultGap
    /// Whether to replace a picture's existing position.
    package var overwrites = false

    package init() {}
}
