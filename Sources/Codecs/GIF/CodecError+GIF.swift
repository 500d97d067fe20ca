extension CodecError {
    /// The LZW minimum code size is not one that readers accept.
    package static func invalidCodeSize(_ found: UInt8) -> CodecError {
        CodecError(.undecodable, "expected an LZW minimum code size of 1 to 11, found \(found)")
    }

    /// Not a single pixel of a frame can be decoded.
    package static func noPixel(found: String) -> CodecError {
        CodecError(.undecodable, "expected a first pixel, found \(found)")
    }

    /// An allocation for a frame failed.
    static func noMemory(forFrame bytes: Int) -> CodecError {
        CodecError(.outOfMemory, "the frame needs \(bytes) bytes of memory, which are not available")
    }
}
