/// A pixel's column and row.
public struct Point: Sendable, Hashable, Codable {
    /// The column, counted from the left.
    public var x: Int
    /// The row, counted from the top.
    public var y: Int

    /// The point at the given column and row.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
