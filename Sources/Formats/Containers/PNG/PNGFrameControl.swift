public import UprightBase

/// The frame control of an animated PNG (`fcTL`).
///
/// Source: PNG (third edition), 11.3.6.2.
public struct PNGFrameControl: Sendable, Hashable {
    /// The length of the chunk's data in bytes.
    public static let length = 26

    /// The chunk's index among all `fcTL` and `fdAT` chunks, starting at 0.
    public var sequenceNumber: UInt32
    /// The frame's rectangle on the canvas.
    public var rect: Rect
    /// The delay's two 16-bit words and the bytes for disposal and blending, unchanged.
    public var timing: [UInt8]

    /// Parses the chunk's data; nil if it has another length. The inverse of ``serialized``.
    public init?(parsing bytes: [UInt8], in data: Range<Int>) {
        guard data.count == Self.length else { return nil }
        func word(_ at: Int) -> UInt32 { bytes.bigEndian32(at: data.lowerBound + at) ?? 0 }
        sequenceNumber = word(0)
        rect = Rect(x: Int(word(12)), y: Int(word(16)), width: Int(word(4)), height: Int(word(8)))
        timing = Array(bytes[data.lowerBound + 20..<data.upperBound])
    }

    /// The chunk's data.
    public var serialized: [UInt8] {
        let region = [rect.width, rect.height, rect.x, rect.y].map { UInt32(truncatingIfNeeded: $0) }
        return ([sequenceNumber] + region).flatMap(\.bigEndianBytes) + timing
    }
}
