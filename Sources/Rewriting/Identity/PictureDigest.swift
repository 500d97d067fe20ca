internal import UprightCodecs

/// The digest of what a file shows, in its upright form. Turning the file exactly, its metadata and its coding (progressive or
/// not, optimized or not, the deflater) do not change it.
///
/// It is taken of what ``Normalizer`` would make of the file: a JPEG's coefficients and quantizers, the pixels of PNG, TIFF and
/// lossless WebP, the indices and colours of GIF, the coded data and the geometry of HEIF (each format's
/// ``PictureFormat/addPicture(of:to:)``). A JPEG component that is
/// requantized by a turn is a new picture: the file before such a turn by hand has another digest than the file after it, while
/// a file with an orientation and its normalized output have the same.
package enum PictureDigest {
    /// Returns the digest in hexadecimal digits; nil if the file has no picture that can be read whole.
    package static func of(_ bytes: [UInt8], limits: Limits) -> String? { ofPages(bytes, limits: limits).last }

    /// Returns the digests of a file with only its first page, with its first two pages and so on, the last of the whole file; of a
    /// format without pages only that. None if the file has no picture that can be read whole.
    package static func ofPages(_ bytes: [UInt8], limits: Limits) -> [String] {
        var options = NormalizationOptions()
        options.limits = limits
        let result = Normalizer(options: options).normalize(bytes)
        guard result.report.outcome != .rejected, result.report.outcome != .ignored else { return [] }
        let upright: [UInt8]
        switch result.output {
        case .none, .source: upright = bytes
        case .bytes(let written): upright = written
        }
        var digest = PictureHashing(result.report.type)
        guard let format = PictureFormats.format(result.report.type), format.addPicture(of: upright, to: &digest) else {
            return []
        }
        return digest.beginnings.dropLast() + [digest.hexadecimal]
    }
}
