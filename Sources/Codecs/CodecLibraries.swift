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
    package static func leaveOut() { codec_libraries_put_off() }

    /// Whether a library that was left out was needed since the last call.
    package static func takeNeed() -> Bool { codec_libraries_take_need() != 0 }
}
