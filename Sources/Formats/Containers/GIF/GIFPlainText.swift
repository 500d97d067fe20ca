public import UprightGeometry

/// The plain text extension: a grid of character cells on the canvas.
///
/// Source: GIF89a, 25.
public struct GIFPlainText: Sendable, Hashable {
    /// Where the extension's 12 bytes stand, after the block size.
    public var header: Range<Int>
    /// The grid's place on the canvas.
    public var grid: Rect
    /// The size of a cell in pixels, 0 to 255 a side.
    public var cell: Size
}
