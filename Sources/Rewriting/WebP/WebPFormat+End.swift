package import UprightBase

extension WebPFormat {
    /// RFC 9649, section 2.4: the RIFF header counts the bytes after its first eight. A writer that does not know them yet
    /// leaves zeros.
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        guard let header = try window.bytes(WebPFile.headerLength, at: 0) else { return "the RIFF header" }
        let length = Int(header[4..<8].littleEndianInteger)
        // `WEBP` and the header of one chunk.
        guard length >= 12 else { return "the length of the file in its RIFF header" }
        return try window.byte(8 + length - 1) == nil ? "bytes that its RIFF header counts" : nil
    }
}
