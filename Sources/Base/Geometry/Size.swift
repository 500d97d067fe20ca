/// The size of a picture or of a part of it, in pixels unless its owner documents another unit.
public struct Size: Sendable, Hashable, Codable {
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a size with the given width and height.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Returns the size of the upright picture. To invert it, turn by `orientation.inverse`.
    public func turned(by orientation: Orientation) -> Size {
        orientation.transposes ? Size(width: height, height: width) : self
    }
}

extension Size: CustomStringConvertible {
    /// The width and the height: `4000×3000`.
    public var description: String { "\(width)×\(height)" }
}
