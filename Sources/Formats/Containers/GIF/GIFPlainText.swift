public import UprightBase

/// The plain text extension: a grid of character cells on the canvas.
///
/// Source: GIF89a, 25.
public struct GIFPlainText: Sendable, Hashable {
    /// The range of the extension's 12 bytes after the block size.
    public var header: Range<Int>
    /// The grid's rectangle on the canvas.
    public var grid: Rect
    /// The size of a cell in pixels, 0 to 255 per side.
    public var cell: Size
}
