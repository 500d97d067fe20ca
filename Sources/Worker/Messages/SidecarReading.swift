/// The content of a sidecar.
public struct SidecarReading: Sendable, Hashable, Codable {
    /// Degrees north; nil if the sidecar has no position.
    public var latitude: Double?
    /// Degrees east; nil if the sidecar has no position.
    public var longitude: Double?
    /// Metres above sea level.
    public var altitude: Double?
    /// When the picture was taken, in seconds since 1970 (UTC).
    public var time: Double?
    /// The orientation that it gives the picture, as the number of `tiff:Orientation`; nil if it gives none. Only the whole
    /// sidecar is trusted with it: a damaged one gives none.
    public var orientation: Int?
    /// Why the sidecar could not be read; empty if it could.
    public var reason = ""
}
