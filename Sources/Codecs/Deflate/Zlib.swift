internal import CUprightCodecs

/// Streams in the zlib format (RFC 1950).
package enum Zlib {
    /// How the inflation of a stream ended.
    package enum Ending: Sendable, Hashable {
        /// The stream ended and its checksum is right.
        case complete
        /// The output is full, but the stream goes on or its checksum is wrong.
        case full
        /// The input ended within the stream.
        case truncated
        /// The stream is invalid at this point.
        case corrupt(String)
        /// An allocation failed.
        case outOfMemory
    }

    /// Inflates a stream into memory of a fixed size.
    ///
    /// - Returns: the number of bytes written, which are valid whatever the ending.
    package static func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (count: Int, ending: Ending) {
        var produced = 0
        var message: UnsafePointer<CChar>?
        let status = upright_inflate(
            input.bindMemory(to: UInt8.self).baseAddress, input.count,
            output.bindMemory(to: UInt8.self).baseAddress, output.count, &produced, &message)
        let ending: Ending =
            switch Int(status) {
            case UPRIGHT_INFLATE_COMPLETE: .complete
            case UPRIGHT_INFLATE_FULL: .full
            case UPRIGHT_INFLATE_TRUNCATED: .truncated
            case UPRIGHT_INFLATE_MEMORY: .outOfMemory
            default: .corrupt(message.map { String(cString: $0) } ?? "corrupt")
            }
        return (produced, ending)
    }

    /// Inflates a stream of unknown length, up to a limit.
    ///
    /// - Returns: the bytes; if the ending is `full`, there are more than `limit`.
    package static func inflate(_ input: ArraySlice<UInt8>, limit: Int) -> (bytes: [UInt8], ending: Ending) {
        var capacity = min(limit, max(4096, input.count * 4))
        while true {
            var ending = Ending.outOfMemory
            let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                let result = input.withUnsafeBytes { inflate($0, into: UnsafeMutableRawBufferPointer(output)) }
                count = result.count
                ending = result.ending
            }
            guard ending == .full, capacity < limit else { return (bytes, ending) }
            capacity = min(limit, capacity * 4)
        }
    }

    /// Returns the length of the deflated stream; nil if an allocation fails.
    static func deflatedCount(_ input: UnsafeRawBufferPointer, level: Int) -> Int? {
        guard let output = ByteBuffer(count: upright_deflate_bound(input.count)) else { return nil }
        let size = upright_deflate(
            input.bindMemory(to: UInt8.self).baseAddress, input.count,
            output.base.assumingMemoryBound(to: UInt8.self), output.count, Int32(level))
        return size > 0 ? size : nil
    }

    /// Deflates bytes into a stream; nil if an allocation fails.
    ///
    /// - Parameter level: the effort, 0 (none) to 12 (maximum).
    package static func deflate(_ input: UnsafeRawBufferPointer, level: Int) -> [UInt8]? {
        guard let output = ByteBuffer(count: upright_deflate_bound(input.count)) else { return nil }
        let size = upright_deflate(
            input.bindMemory(to: UInt8.self).baseAddress, input.count,
            output.base.assumingMemoryBound(to: UInt8.self), output.count, Int32(level))
        return size > 0 ? Array(output.bytes[..<size]) : nil
    }

    /// Deflates bytes into a stream; nil if an allocation fails.
    package static func deflate(_ input: [UInt8], level: Int) -> [UInt8]? {
        input.withUnsafeBytes { deflate($0, level: level) }
    }
}

extension Zlib.Ending: CustomStringConvertible {
    /// A readable description of the ending.
    package var description: String {
        switch self {
        case .complete: "the end of the stream"
        case .full: "more data, or a wrong checksum,"
        case .truncated: "the end of the data"
        case .corrupt(let reason): reason
        case .outOfMemory: "not enough memory"
        }
    }
}
