internal import UprightGeometry
internal import UprightContainers

/// A picture in a PNG file: the default image, or a frame of an animation.
struct PNGFrame {
    /// The chunks that hold its data, by their place among the file's chunks; empty for a frame without data.
    var chunks: [Int]
    /// Where the pieces of its zlib stream stand.
    var stream: [Range<Int>]
    /// The size of its rows and columns.
    var size: Size

    /// The stream in one piece.
    func joined(in source: [UInt8]) -> ArraySlice<UInt8> {
        if stream.count == 1, let range = stream.first { return source[range] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stream.reduce(0) { $0 + $1.count })
        for range in stream { bytes += source[range] }
        return bytes[...]
    }
}
