/// The size of a picture or of a part of it, in pixels (or in whatever unit its owner says).
public struct Size: Sendable, Hashable, Codable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// A size of the given width and height.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size that the picture has once it is upright. Its inverse turns by `orientation.inverse`.
    public func turned(by orientation: Orientation) -> Size {
        orientation.transposes ? Size(width: height, height: width) : self
    }
}
