public import UprightBase

/// A frame of a GIF file: image descriptor, local colour table and LZW data, as ranges of the file's bytes.
///
/// Source: GIF89a, 20 to 22.
public struct GIFImage: Sendable, Hashable {
    /// The range of the ten bytes of the descriptor, including the separator `0x2C`.
    public var descriptor: Range<Int>
    /// The frame's rectangle on the canvas.
    public var rect: Rect
    /// Whether the rows are stored in four passes.
    public var isInterlaced: Bool
    /// The range of the local colour table; nil if there is none.
    public var palette: Range<Int>?
    /// The LZW minimum code size as stored: 2 to 8 in a valid file.
    public var minimumCodeSize: UInt8
    /// The range of the data sub-blocks, including the terminator; the byte before it is the minimum code size.
    public var data: Range<Int>
}
