/// The result of making a thumbnail.
public struct MadeThumbnail: Sendable, Hashable, Codable {
    /// The number of bytes of JPEG that were written; 0 if there is no thumbnail.
    public var bytes = 0
    /// The thumbnail's width in pixels.
    public var width = 0
    /// The thumbnail's height in pixels.
    public var height = 0
    /// Why there is no thumbnail; empty if there is one.
    public var reason = ""
}
