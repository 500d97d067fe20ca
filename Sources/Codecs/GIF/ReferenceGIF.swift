internal import CUprightCodecs
package import UprightBase

/// The frames of a GIF file read by giflib: the reference for testing this module's own decoder and for verifying its
/// output.
package struct ReferenceGIF: Sendable {
    /// A frame.
    package struct Frame: Sendable, Hashable {
        /// The frame's position and size on the canvas.
        package let rect: Rect
        /// Whether its rows are in four passes.
        package let isInterlaced: Bool
        /// The colour indices, in rows from the top.
        package let indices: [UInt8]

        /// Returns whether every index of this frame is at the turned position of the other frame's index.
        package func isTurned(from stored: Frame, by orientation: Orientation) -> Bool {
            guard rect.size == stored.rect.size.turned(by: orientation) else { return false }
            let transform = orientation.transform(in: stored.rect.size)
            for y in 0..<stored.rect.height {
                for x in 0..<stored.rect.width {
                    let to = transform.applied(to: Point(x: x, y: y))
                    if indices[to.y * rect.width + to.x] != stored.indices[y * stored.rect.width + x] { return false }
                }
            }
            return true
        }
    }

    /// The size of the canvas.
    package let size: Size
    /// The frames that could be read, in the order of the file.
    package let frames: [Frame]
    /// giflib's error, if it could not read the whole file; nil for a valid file.
    package let error: CodecError?

    /// Decodes as much of a file as possible.
    package init(decoding file: [UInt8]) {
        var picture = upright_gif_picture()
        let status = file.withUnsafeBufferPointer { upright_gif_read($0.baseAddress, $0.count, &picture) }
        defer { upright_gif_free(&picture) }
        size = Size(width: Int(picture.width), height: Int(picture.height))
        frames = UnsafeBufferPointer(start: picture.frames, count: picture.count).map { frame in
            let rect = Rect(x: Int(frame.left), y: Int(frame.top), width: Int(frame.width), height: Int(frame.height))
            return Frame(
                rect: rect, isInterlaced: frame.interlaced != 0,
                indices: Array(UnsafeBufferPointer(start: frame.indices, count: rect.width * rect.height)))
        }
        error =
            status == 0
            ? nil
            : CodecError(
                .undecodable,
                withUnsafeBytes(of: picture.message) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
    }
}
