internal import UprightBase
internal import UprightFormats

/// Writes a zlib stream as chunks of image data, while it is made.
///
/// It has the file's writer meanwhile, since a thread that makes the stream can hold this object for a moment after the end.
final class PNGImageDataWriter {
    private let type: PNGChunkType
    private var writer = PNGWriter()
    private var chunk: PNGWriter.OpenChunk?
    /// The number of bytes for which the chunk has room.
    private var room = 0
    /// The sequence number of the next chunk (`fdAT`).
    private(set) var sequence: UInt32

    /// The maximum image data in a chunk, in bytes: small enough that readers can show a partly loaded picture.
    private static let chunkLength = 1 << 19

    /// Takes the file's writer until ``finish(giving:)``.
    init(_ type: PNGChunkType, firstSequenceNumber sequence: UInt32, taking writer: inout PNGWriter) {
        self.type = type
        self.sequence = sequence
        swap(&self.writer, &writer)
    }

    /// Appends a piece of the stream.
    func append(_ bytes: UnsafeRawBufferPointer) {
        writer.makeRoom(for: bytes.count + bytes.count / 64 + 64)
        var rest = bytes[...]
        while !rest.isEmpty {
            if room == 0 { begin() }
            let piece = rest.prefix(room)
            writer.append(UnsafeRawBufferPointer(rebasing: piece))
            room -= piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Ends the last chunk and gives the file's writer back.
    func finish(giving writer: inout PNGWriter) {
        endChunk()
        swap(&self.writer, &writer)
    }

    private func endChunk() {
        if let chunk { writer.end(chunk) }
        chunk = nil
        room = 0
    }

    private func begin() {
        endChunk()
        chunk = writer.begin(type)
        room = Self.chunkLength
        guard type == .frameData else { return }
        sequence.bigEndianBytes.withUnsafeBytes { writer.append($0) }
        sequence &+= 1
    }
}
