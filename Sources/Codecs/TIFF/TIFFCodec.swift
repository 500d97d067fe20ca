internal import CUprightCodecs

/// libtiff, which is loaded when it is first needed.
package enum TIFFCodec {
    /// Loads libtiff.
    ///
    /// - Returns: whether it is there.
    @discardableResult package static func load() -> Bool { tiff_codec_load() != 0 }

    /// Why nothing is coded where libtiff is not there, and what to do.
    package static let missing = "libtiff is needed and is not installed (Debian: libtiff6)"

    /// libtiff's version, `LIBTIFF, Version 4.5.0`; nil if it is missing.
    package static var version: String? {
        let text = String(cString: tiff_codec_version())
        return text.isEmpty ? nil : String(text.prefix { $0 != "\n" })
    }

    /// Whether libtiff decodes and encodes a compression without loss.
    package static func canCode(_ compression: Int) -> Bool {
        lossless.contains(compression) && tiff_codec_has(UInt16(clamping: compression)) != 0
    }

    /// None, CCITT's (1-bit) three, LZW, deflate by two numbers, PackBits, LZMA, Zstandard.
    package static let lossless: Set<Int> = [1, 2, 3, 4, 5, 8, 32_946, 32_773, 34_925, 50_000]
}
