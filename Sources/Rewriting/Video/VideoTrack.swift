internal import UprightBase
internal import UprightFormats

/// A track of a video.
struct VideoTrack {
    /// The type of its content: `vide`, `soun`, `meta`.
    private(set) var handler = ""
    /// The codec: `hvc1`, `avc1`, `mp4a`.
    private(set) var codec = ""
    /// The size of its pictures as they are stored.
    private(set) var size = Size(width: 0, height: 0)
    /// How its pictures are to be turned, if the matrix is a turn.
    private(set) var orientation: Orientation?
    private(set) var keyFrame = VideoKeyFrame()
    private var scale = 0
    private var duration = 0.0
    private var samples = 0

    var isVisual: Bool { handler == "vide" }

    /// Frames a second.
    var frameRate: Double? {
        guard isVisual, scale > 0, duration > 0, samples > 1 else { return nil }
        return (Double(samples) * Double(scale) / duration * 1_000).rounded() / 1_000
    }

    /// The turn in degrees, clockwise, before mirrors.
    var degrees: Int {
        switch orientation {
        case .right?, .rightMirrored?: 90
        case .down?, .downMirrored?: 180
        case .left?, .leftMirrored?: 270
        default: 0
        }
    }

    init(_ box: ISOBox, in index: [UInt8]) { read(box, in: index, depth: 0) }

    private mutating func read(_ box: ISOBox, in index: [UInt8], depth: Int) {
        for inner in ISOBox.boxes(in: box.payload, of: index).boxes {
            // A box that is cut says nothing.
            do throws(FormatError) {
                switch inner.type {
                case "mdia", "minf", "stbl": if depth < 4 { read(inner, in: index, depth: depth + 1) }
                case "tkhd": try readHeader(inner, in: index)
                case "mdhd": try readMediaHeader(inner, in: index)
                // A second handler, in `minf`, says how the data is reached.
                case "hdlr" where handler.isEmpty:
                    var reader = ISOReader(inner, in: index)
                    _ = try reader.bytes(8)
                    handler = try reader.code()
                case "stss", "stsc", "stco", "co64": try keyFrame.read(inner, in: index)
                case "stsd" where codec.isEmpty:
                    try readDescription(inner, in: index)
                    try keyFrame.read(inner, in: index)
                case "stsz", "stz2":
                    var reader = ISOReader(inner, in: index)
                    _ = try reader.bytes(8)
                    samples = try reader.integer(4)
                    try keyFrame.read(inner, in: index)
                default: continue
                }
            } catch { continue }
        }
    }

    /// ISO/IEC 14496-12, section 8.3.2.
    private mutating func readHeader(_ box: ISOBox, in index: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: index)
        let wide = try reader.versionAndFlags().version == 1 ? 8 : 4
        _ = try reader.bytes(3 * wide + 8 + 16)
        var matrix: [Int32] = []
        for _ in 0..<9 { matrix.append(Int32(truncatingIfNeeded: try reader.bytes(4).bigEndianInteger)) }
        orientation = Self.orientation(matrix)
        let (width, height) = (try reader.integer(4) >> 16, try reader.integer(4) >> 16)
        if size.width == 0 { size = Size(width: width, height: height) }
    }

    /// The matrix is a b u, c d v, x y w: a point moves to (a·x + c·y, b·x + d·y).
    private static func orientation(_ matrix: [Int32]) -> Orientation? {
        let (a, b, c, d) = (matrix[0], matrix[1], matrix[3], matrix[4])
        if b == 0, c == 0, a != 0, d != 0 {
            return Orientation(transposes: false, mirrorsHorizontally: a < 0, mirrorsVertically: d < 0)
        }
        guard a == 0, d == 0, b != 0, c != 0 else { return nil }
        return Orientation(transposes: true, mirrorsHorizontally: c < 0, mirrorsVertically: b < 0)
    }

    /// Section 8.4.2.
    private mutating func readMediaHeader(_ box: ISOBox, in index: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: index)
        let wide = try reader.versionAndFlags().version == 1 ? 8 : 4
        _ = try reader.bytes(2 * wide)
        scale = try reader.integer(4)
        duration = Double(try reader.bytes(wide).bigEndianInteger)
    }

    /// Section 8.5.2; the sample entry of pictures has its size after 24 bytes (section 12.1.3).
    private mutating func readDescription(_ box: ISOBox, in index: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: index)
        _ = try reader.bytes(12)
        codec = try reader.code()
        guard isVisual else { return }
        _ = try reader.bytes(24)
        let stored = Size(width: try reader.integer(2), height: try reader.integer(2))
        if stored.width > 0, stored.height > 0 { size = stored }
    }
}
