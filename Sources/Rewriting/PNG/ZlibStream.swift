internal import CUprightZlib

/// A zlib stream in pieces.
enum ZlibStream {
    /// Returns how many bytes a stream has until its end; nil if it is damaged or has no end.
    ///
    /// - Parameter pieces: the ranges of its bytes, in order.
    static func length(of pieces: [Range<Int>], in bytes: [UInt8]) -> Int? { end(of: pieces, in: bytes)?.length }

    /// Returns how many bytes a stream has until its end, and how many those are inflated.
    static func end(of pieces: [Range<Int>], in bytes: [UInt8]) -> (length: Int, inflated: Int)? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: 1 << 16)
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
    static func deflated(_ content: [UInt8]) -> [UInt8]? {
        var length = compressBound(UInt(content.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        let status = compress2(&compressed, &length, content, UInt(content.count), 9)
        return status == Z_OK ? Array(compressed[..<Int(length)]) : nil
    }
}
