internal import CUprightZlib

/// Inflates zlib streams within a budget.
package struct Inflation {
    /// The number of bytes that can still be inflated.
    private(set) var budget: Int

    /// Creates an inflation with a limit in bytes.
    package init(budget: Int) { self.budget = budget }

    /// Returns the data of a zlib stream; nil if the stream is damaged or exceeds the budget.
    package mutating func inflated(_ compressed: ArraySlice<UInt8>) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        var input = Array(compressed)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        return input.withUnsafeMutableBufferPointer { source -> [UInt8]? in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(clamping: source.count)
            while true {
                let (status, produced) = chunk.withUnsafeMutableBufferPointer { target -> (Int32, Int) in
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(clamping: target.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, target.count - Int(stream.avail_out))
                }
                guard produced <= budget else { return nil }
                budget -= produced
                output += chunk[..<produced]
                if status == Z_STREAM_END { return output }
                guard status == Z_OK, produced > 0 || stream.avail_in > 0 else { return nil }
            }
        }
    }
}
