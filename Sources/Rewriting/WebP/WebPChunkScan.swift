internal import UprightBase

/// The chunks in a range of bytes: of a file after its header, or of a frame after its own.
struct WebPChunkScan {
    let chunks: [WebPFile.Chunk]
    /// Where the last chunk ends.
    let end: Int
    /// Descriptions of damage.
    let warnings: [String]

    init(_ range: Range<Int>, in bytes: [UInt8]) {
        var warnings: [String] = []
        var chunks: [WebPFile.Chunk] = []
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            let code = WebPFile.Chunk.code(of: bytes[offset..<offset + 4])
            let length = Int(bytes[offset + 4..<offset + 8].littleEndianInteger)
            let available = range.upperBound - offset - 8
            if length > available {
                warnings.append("\(code) at byte \(offset): expected \(length) bytes, found \(available)")
            }
            let payload = offset + 8..<offset + 8 + min(length, available)
            let next = min(range.upperBound, payload.upperBound + (length & 1))
            chunks.append(WebPFile.Chunk(code: code, range: offset..<next, payload: payload))
            offset = next
        }
        if offset < range.upperBound {
            warnings.append("expected a chunk at byte \(offset), found \(range.upperBound - offset) bytes")
        }
        self.chunks = chunks
        end = offset
        self.warnings = warnings
    }
}
