public import UprightGeometry

/// A frame of a GIF file: image descriptor, local colour table and LZW data, as ranges of the file's bytes.
///
/// Source: GIF89a, 20 to 22.
public struct GIFImage: Sendable, Hashable {
    /// Where the descriptor's ten bytes stand, the separator `0x2C` included.
    public var descriptor: Range<Int>
    /// The frame's place on the canvas.
    public var rect: Rect
    /// Whether the rows come in four passes.
    public var isInterlaced: Bool
    /// Where the local colour table stands.
    public var palette: Range<Int>?
    /// The LZW minimum code size as it is written: 2 to 8 in a sound file.
    public var minimumCodeSize: UInt8
    /// Where the data sub-blocks stand, the terminator included; the byte before is the minimum code size.
    public var data: Range<Int>
}
