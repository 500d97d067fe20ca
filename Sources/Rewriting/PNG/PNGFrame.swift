internal import UprightBase
internal import UprightFormats

/// A picture in a PNG file: the default image, or a frame of an animation.
struct PNGFrame {
    /// The indices of the chunks that hold its data; empty for a frame without data.
    var chunks: [Int]
    /// The ranges of the pieces of its zlib stream.
    var stream: [Range<Int>]
    /// The size in pixels.
    var size: Size

    var streamCount: Int { stream.reduce(0) { $0 + $1.count } }

    /// The indices of the chunks if nothing lies between them.
    var consecutiveChunks: Range<Int>? {
        guard let first = chunks.first, let last = chunks.last, last - first == chunks.count - 1 else { return nil }
        return first..<last + 1
    }

    /// Copies the stream, in one piece, to memory with room for it.
    func join(in source: [UInt8], into target: UnsafeMutableRawPointer) {
        source.withUnsafeBytes { source in
            var offset = 0
            for range in stream {
                UnsafeMutableRawBufferPointer(start: target + offset, count: range.count)
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
                offset += range.count
            }
        }
    }

    /// Returns a file of its own with this picture, which libpng decodes.
    func file(like file: PNGFile, in bytes: [UInt8]) -> [UInt8] {
        var header = file.header
        header.size = size
        var writer = PNGWriter()
        writer.append(.ihdr, header.serialized)
        if let palette = file.chunks.first(where: { $0.type == .plte }) {
            writer.append(.plte, Array(bytes[palette.data]))
        }
        joined(in: bytes).withUnsafeBytes { writer.append(.idat, $0) }
        writer.append(.iend, [])
        return writer.bytes
    }

    /// Returns the stream in one piece.
    func joined(in source: [UInt8]) -> ArraySlice<UInt8> {
        if stream.count == 1, let range = stream.first { return source[range] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(streamCount)
        for range in stream { bytes += source[range] }
        return bytes[...]
    }
}
