internal import UprightBytes
public import UprightGeometry

/// The logical screen descriptor of a GIF file with its global colour table.
///
/// Source: GIF89a, 18 and 19.
public struct GIFScreen: Sendable, Hashable {
    /// Where the descriptor's seven bytes stand.
    public static let range = 6..<13

    /// The canvas, 0 to 65535 pixels a side.
    public var size: Size
    /// The index of the background colour.
    public var backgroundIndex: UInt8
    /// The pixel aspect ratio's byte: 0 for none, else (byte + 15) / 64 is width over height.
    public var pixelAspect: UInt8
    /// Where the global colour table stands; cut where the file ends.
    public var palette: Range<Int>?

    /// Parses the descriptor; the caller has seen that the file is long enough for it.
    init(parsing bytes: [UInt8]) {
        size = Size(width: Int(bytes.littleEndian16(at: 6) ?? 0), height: Int(bytes.littleEndian16(at: 8) ?? 0))
        backgroundIndex = bytes[11]
        pixelAspect = bytes[12]
        guard bytes[10] & 0x80 != 0 else { return }
        palette = 13..<min(bytes.count, 13 + 3 << (Int(bytes[10] & 7) + 1))
    }
}
