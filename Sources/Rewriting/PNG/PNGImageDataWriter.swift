internal import UprightBytes
internal import UprightContainers

/// Writes a zlib stream as chunks of image data, while it is made.
struct PNGImageDataWriter {
    private let type: PNGChunkType
    private var chunk: PNGWriter.OpenChunk?
    /// The number of bytes for which the chunk has room.
    private var room = 0
    /// The sequence number of the next chunk (`fdAT`).
    private(set) var sequence: UInt32

    /// The maximum image data in a chunk, in bytes: small enough that readers can show a partly loaded picture.
    private static let chunkLength = 1 << 19

    init(_ type: PNGChunkType, firstSequenceNumber sequence: UInt32) {
        self.type = type
        self.sequence = sequence
    }

    /// Appends a piece of the stream.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to writer: inout PNGWriter) {
        writer.makeRoom(for: bytes.count + bytes.count / 64 + 64)
        var rest = bytes[...]
        while !rest.isEmpty {
            if room == 0 { begin(&writer) }
            let piece = rest.prefix(room)
            writer.append(UnsafeRawBufferPointer(rebasing: piece))
            room -= piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Ends the last chunk.
    mutating func finish(_ writer: inout PNGWriter) {
        if let chunk { writer.end(chunk) }
        chunk = nil
        room = 0
    }

    private mutating func begin(_ writer: inout PNGWriter) {
        finish(&writer)
        chunk = writer.begin(type)
        room = Self.chunkLength
        guard type == .frameData else { return }
        sequence.bigEndianBytes.withUnsafeBytes { writer.append($0) }
        sequence &+= 1
    }
}
