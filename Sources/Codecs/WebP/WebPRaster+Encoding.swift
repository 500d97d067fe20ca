internal import CUprightCodecs
internal import UprightBase

extension WebPRaster {
    /// The longest side that VP8L can be encoded with.
    package static let longestSide = 16_383

    /// How hard the encoder tries, by the number of pixels and never by a clock, so that equal pictures give equal files. Large
    /// pictures would take minutes at the highest effort, for a few percent.
    static func effort(pixels: Int) -> Int32 {
        switch pixels {
        case ..<(1 << 22): 6
        case ..<(1 << 24): 3
        default: 1
        }
    }

    /// Returns the payload of a chunk `VP8L` with exactly these pixels.
    ///
    /// - Parameter announcesAlpha: the bit in the header by which readers know whether there is alpha (RFC 9649, section 3.4). It
    ///   is a hint: the pixels have their alpha anyway.
    package func encoded(announcingAlpha announcesAlpha: Bool) throws(CodecError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        var report = webp_report()
        let code = upright_webp_encode(
            words.baseAddress, UInt32(clamping: size.width), UInt32(clamping: size.height),
            Self.effort(pixels: size.width * size.height), &output, &count, &report)
        defer { upright_webp_free(output) }
        guard code == WEBP_OK, let output else {
            throw code == WEBP_OUT_OF_MEMORY
                ? .noMemory(forPixels: size.width * size.height) : CodecError(.unencodable, report.text)
        }
        let file = UnsafeBufferPointer(start: output, count: count)
        // RIFF, the length, WEBP, VP8L, the length of the payload.
        guard count > 25, file[12..<16].elementsEqual("VP8L".utf8), file[20] == 0x2F else {
            throw CodecError(.unencodable, "expected a chunk VP8L of libwebp, found another one")
        }
        let length = (0..<4).reduce(0) { $0 | Int(file[16 + $1]) << (8 * $1) }
        guard length >= 5, 20 + length <= count else {
            throw CodecError(.unencodable, "libwebp's chunk of \(length) bytes is not within its \(count) bytes")
        }
        var payload = Array(file[20..<20 + length])
        // Bit 28 after the signature.
        payload[4] = announcesAlpha ? payload[4] | 0x10 : payload[4] & ~0x10
        return payload
    }
}
