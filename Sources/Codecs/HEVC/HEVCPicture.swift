internal import CUprightCodecs
internal import Glibc
package import UprightBase

/// A picture coded with HEVC, decoded by libde265: red, green and blue of 8 bits.
package struct HEVCPicture: Sendable, Hashable {
    /// The size in pixels.
    package let size: Size
    /// Rows of pixels of three bytes, without padding.
    package let rgb: [UInt8]

    /// How colours are coded (ISO/IEC 23091-2).
    package struct Colours: Sendable, Hashable {
        /// The matrix between luma, chroma and colours.
        package var matrix: Int
        /// Whether the samples use all values.
        package var isFullRange: Bool

        /// Creates a coding.
        package init(matrix: Int, isFullRange: Bool) {
            self.matrix = matrix
            self.isFullRange = isFullRange
        }
    }

    /// Loads libde265.
    ///
    /// - Returns: whether it is there.
    @discardableResult package static func load() -> Bool { hevc_codec_load() != 0 }

    /// libde265's version, `1.0.11`; nil if it is missing.
    package static var version: String? {
        let text = String(cString: hevc_codec_version())
        return text.isEmpty ? nil : text
    }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - sets: the parameter sets, each after its length of 4 bytes.
    ///   - data: the slices, each after its length of `lengthSize` bytes.
    ///   - colours: how colours are coded; nil for what the coded picture says.
    ///   - maximumPixels: pictures with more pixels are refused.
    package init(
        sets: [UInt8], data: [UInt8], lengthSize: Int, colours: Colours?, maximumPixels: Int
    ) throws(CodecError) {
        var picture = hevc_codec_picture()
        let coding = hevc_codec_colours(
            matrix: Int32(clamping: colours?.matrix ?? -1), is_full_range: colours.map { $0.isFullRange ? 1 : 0 } ?? -1)
        let code = Int(
            hevc_codec_decode(
                sets, sets.count, data, data.count, UInt32(clamping: lengthSize), coding,
                UInt64(clamping: maximumPixels), &picture))
        defer { free(picture.rgb) }
        guard code != HEVC_CODEC_MISSING else {
            throw CodecError(.unsupported, "libde265 is needed and is not installed (Debian: libde265-0)")
        }
        guard code == HEVC_CODEC_OK, let rgb = picture.rgb else {
            let text = withUnsafeBytes(of: picture.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw CodecError(.undecodable, text)
        }
        size = Size(width: Int(picture.width), height: Int(picture.height))
        self.rgb = Array(UnsafeBufferPointer(start: rgb, count: size.width * size.height * 3))
    }
}
