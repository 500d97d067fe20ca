package import UprightBase

/// What a file says of its recording outside of Exif blocks: in the boxes of a video, in the header of a codestream.
package struct Recording: Sendable, Hashable {
    /// When it was recorded.
    package var date: CaptureDate?
    /// Where it was recorded.
    package var coordinate: GPSCoordinate?
    /// Metres above sea level.
    package var altitude: Double?
    /// How the content is to be turned, instead of what an Exif block says.
    package var orientation: Orientation?
    /// What the parts of a Live Photo have in common.
    package var contentIdentifier: String?

    package init() {}
}
