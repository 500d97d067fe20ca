internal import CUprightCodecs

/// The libraries that are loaded when a picture needs them, which few do: libtiff and libde265.
///
/// A process that will not be able to open files decides before whether it has them.
package enum CodecLibraries {
    package static func load() {
        TIFFCodec.load()
        HEVCPicture.load()
    }

    /// Leaves the libraries out for good: pictures that need one fail as if it were missing, and ``takeNeed()`` tells.
    package static func leaveOut() {
        tiff_codec_put_off()
        hevc_codec_put_off()
    }

    /// Whether a library that was left out was needed since the last call.
    package static func takeNeed() -> Bool {
        let (tiff, hevc) = (tiff_codec_take_need(), hevc_codec_take_need())
        return tiff != 0 || hevc != 0
    }
}
