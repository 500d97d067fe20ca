internal import CUprightZlib

/// A zlib stream in pieces.
enum ZlibStream {
    private static let step = 1 << 16

    /// Returns how many bytes a stream has until its end; nil if it is damaged or has no end.
    ///
    /// - Parameter pieces: the ranges of its bytes, in order.
    static func length(of pieces: [Range<Int>], in bytes: [UInt8]) -> Int? { end(of: pieces, in: bytes)?.length }

    /// Returns how many bytes a stream has until its end, and how many those are inflated.
    ///
    /// - Parameter content: is called with the inflated bytes in order, also with those of a damaged stream.
    static func end(
        of pieces: [Range<Int>], in bytes: [UInt8], content: (UnsafeBufferPointer<UInt8>) -> Void = { _ in }
    ) -> (length: Int, inflated: Int)? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: step)
        var length = 0
        for piece in pieces {
            var input = Array(bytes[piece])
            let used = input.withUnsafeMutableBufferPointer { source -> Int? in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(clamping: source.count)
                while true {
                    let (status, isFull) = output.withUnsafeMutableBufferPointer { target -> (Int32, Bool) in
                        stream.next_out = target.baseAddress
                        stream.avail_out = UInt32(clamping: target.count)
                        let status = inflate(&stream, Z_NO_FLUSH)
                        content(UnsafeBufferPointer(rebasing: target[..<(target.count - Int(stream.avail_out))]))
                        return (status, stream.avail_out == 0)
                    }
                    if status == Z_STREAM_END { return source.count - Int(stream.avail_in) }
                    guard status == Z_OK || status == Z_BUF_ERROR else { return nil }
                    if stream.avail_in == 0, !isFull { return -1 }
                    if status == Z_BUF_ERROR, !isFull { return nil }
                }
            }
            guard let used else { return nil }
            if used >= 0 { return (length + used, Int(stream.total_out)) }
            length += piece.count
        }
        return nil
    }

    /// Returns bytes as a stream; nil if there is no memory for it.
    static func deflated(_ content: [UInt8]) -> [UInt8]? { deflated { content.withUnsafeBufferPointer($0) } }

    /// Returns what `body` passes on as a stream; nil if there is no memory for it.
    static func deflated(_ body: ((UnsafeBufferPointer<UInt8>) -> Void) -> Void) -> [UInt8]? {
        var stream = z_stream()
        guard deflateInit_(&stream, 9, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var (compressed, output) = ([UInt8](), [UInt8](repeating: 0, count: step))
        func append(_ content: UnsafeBufferPointer<UInt8>, _ flush: Int32) {
            stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
            stream.avail_in = UInt32(content.count)
            repeat {
                output.withUnsafeMutableBufferPointer { target in
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    _ = deflate(&stream, flush)
                }
                compressed += output[..<(output.count - Int(stream.avail_out))]
            } while stream.avail_out == 0
        }
        body { append($0, Z_NO_FLUSH) }
        append(UnsafeBufferPointer(start: nil, count: 0), Z_FINISH)
        return compressed
    }
}
