package import UprightFormats

/// The content of a sidecar.
package struct SidecarReading: Sendable, Hashable, Codable {
    /// Degrees north; nil if the sidecar has no position.
    package var latitude: Double?
    /// Degrees east; nil if the sidecar has no position.
    package var longitude: Double?
    /// Metres above sea level.
    package var altitude: Double?
    /// When the picture was taken; nil if the sidecar does not say.
    package var date: CaptureDate?
    /// The orientation that it gives the picture, as the number of `tiff:Orientation`; nil if it gives none. Only the whole
    /// sidecar is trusted with it: a damaged one gives none.
    package var orientation: Int?
    /// Why the sidecar could not be read; empty if it could.
    package var reason = ""
}
