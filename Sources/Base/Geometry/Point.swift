/// A pixel's column and row.
public struct Point: Sendable, Hashable, Codable {
    /// The column, counted from the left, starting at 0.
    public var x: Int
    /// The row, counted from the top, starting at 0.
    public var y: Int

    /// Creates the point at the given column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
