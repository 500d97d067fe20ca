public import UprightBase

/// The logical screen descriptor of a GIF file and its global colour table.
///
/// Source: GIF89a, 18 and 19.
public struct GIFScreen: Sendable, Hashable {
    /// The range of the descriptor's seven bytes.
    public static let range = 6..<13

    /// The size of the canvas in pixels, 0 to 65535 per side.
    public var size: Size
    /// The index of the background colour.
    public var backgroundIndex: UInt8
    /// The byte of the pixel aspect ratio: 0 for none; otherwise, (byte + 15) / 64 is width divided by height.
    public var pixelAspect: UInt8
    /// The range of the global colour table, truncated at the end of the file; nil if there is none.
    public var palette: Range<Int>?

    /// Parses the descriptor; the caller has checked that the file is long enough.
    init(parsing bytes: [UInt8]) {
        size = Size(width: Int(bytes.littleEndian16(at: 6) ?? 0), height: Int(bytes.littleEndian16(at: 8) ?? 0))
        backgroundIndex = bytes[11]
        pixelAspect = bytes[12]
        guard bytes[10] & 0x80 != 0 else { return }
        palette = 13..<min(bytes.count, 13 + 3 << (Int(bytes[10] & 7) + 1))
    }
}
