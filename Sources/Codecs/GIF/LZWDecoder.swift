internal import CUprightCodecs

/// Decodes GIF's LZW variant.
enum LZWDecoder {
    /// The reason decoding stopped.
    enum Ending: Sendable, Hashable {
        /// The output is full, as expected.
        case full
        /// The end code occurred before the output was full.
        case ended
        /// The data ended before the output was full.
        case truncated
        /// A code occurred that is not valid at this point.
        case corrupt(code: Int, next: Int)
    }

    /// Decodes into an output of fixed size. Returns the number of bytes written, which are valid whatever the ending.
    ///
    /// - Parameters:
    ///   - data: the concatenated data of the sub-blocks.
    ///   - codeSize: the minimum code size, 1 to 11.
    static func decode(
        _ data: UnsafeRawBufferPointer, codeSize: Int, into output: UnsafeMutableRawBufferPointer
    ) -> (count: Int, ending: Ending) {
        guard let target = output.baseAddress, output.count > 0 else { return (0, .full) }
        guard let source = data.baseAddress else { return (0, .truncated) }
        let decoded = lzw_decode(
            source.assumingMemoryBound(to: UInt8.self), data.count, UInt32(codeSize),
            target.assumingMemoryBound(to: UInt8.self), output.count)
        let ending: Ending =
            switch Int(decoded.ending) {
            case LZW_FULL: .full
            case LZW_ENDED: .ended
            case LZW_TRUNCATED: .truncated
            default: .corrupt(code: Int(decoded.code), next: Int(decoded.next))
            }
        return (decoded.count, ending)
    }
}
