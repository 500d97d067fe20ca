/// What a sidecar says of its picture.
public struct SidecarReading: Sendable, Hashable, Codable {
    /// Degrees north; nil where the sidecar has no position.
    public var latitude: Double?
    /// Degrees east; nil where the sidecar has no position.
    public var longitude: Double?
    /// Metres above the sea.
    public var altitude: Double?
    /// When the picture was taken, in seconds since 1970 (UTC).
    public var time: Double?
    /// What is wrong with the sidecar; empty where it could be read.
    public var reason = ""
}
