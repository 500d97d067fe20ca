/// What became of a thumbnail.
public struct MadeThumbnail: Sendable, Hashable, Codable {
    /// How many bytes of JPEG were written; 0 where there is none.
    public var bytes = 0
    /// Its width in pixels.
    public var width = 0
    /// Its height in pixels.
    public var height = 0
    /// Why there is none; empty where there is one.
    public var reason = ""
}
