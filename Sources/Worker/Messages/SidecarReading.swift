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
    /// Why the sidecar could not be read; empty if it could.
    public var reason = ""
}
