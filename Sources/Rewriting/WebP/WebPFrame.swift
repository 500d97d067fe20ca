internal import UprightBase

/// A frame of an animation (`ANMF`, RFC 9649, section 2.7.1.1).
struct WebPFrame: Sendable, Hashable {
    /// The index of its chunk in the file.
    var index: Int
    /// Where it lies on the canvas. The offsets are even.
    var rect: Rect
    /// How long it is shown, in milliseconds.
    var duration: Int
    /// Whether its pixels replace those of the canvas, also where they are transparent.
    var replaces: Bool
    /// Whether its rectangle is cleared before the next frame.
    var isCleared: Bool
    /// What comes before the chunks in it.
    var header: Range<Int>
    var parts: [WebPFile.Chunk]
    /// The bytes after them, which are no chunk.
    var rest: Range<Int>

    var size: Size { rect.size }

    /// The length of what comes before the chunks in it.
    static let headerLength = 16
    private static let replaces: UInt8 = 2
    private static let isCleared: UInt8 = 1

    /// Reads a frame; nil if the chunk is too short.
    init?(_ chunk: WebPFile.Chunk, at index: Int, in bytes: [UInt8]) {
        guard chunk.payload.count >= Self.headerLength else { return nil }
        let head = bytes[chunk.payload].prefix(Self.headerLength)
        func number(_ at: Int) -> Int { Int(head[head.startIndex + at..<head.startIndex + at + 3].littleEndianInteger) }
        self.index = index
        rect = Rect(x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
        duration = number(12)
        let flags = head[head.startIndex + 15]
        replaces = flags & Self.replaces != 0
        isCleared = flags & Self.isCleared != 0
        header = chunk.payload.lowerBound..<chunk.payload.lowerBound + Self.headerLength
        let scan = WebPChunkScan(header.upperBound..<chunk.payload.upperBound, in: bytes)
        parts = scan.chunks
        rest = scan.end..<chunk.payload.upperBound
    }

    /// Returns the header of the frame at another place.
    ///
    /// - Parameter old: the header in the file, whose other bits are kept.
    static func header(_ rect: Rect, replaces: Bool, like old: ArraySlice<UInt8>) -> [UInt8] {
        var head = Array(old.prefix(headerLength))
        for (at, value) in [(0, rect.x / 2), (3, rect.y / 2), (6, rect.width - 1), (9, rect.height - 1)] {
            for byte in 0..<3 { head[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        }
        if !replaces { head[15] &= ~Self.replaces }
        return head
    }
}
