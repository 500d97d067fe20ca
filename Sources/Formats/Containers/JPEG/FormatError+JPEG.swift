extension FormatError {
    /// A JPEG does not start with `SOI`.
    static func noStartOfImage(found: [UInt8]) -> FormatError {
        let bytes = found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return FormatError(
            "expected SOI (FF D8) at byte 0, found "
                + (bytes.isEmpty ? "the end of the file" : bytes.joined(separator: " ")))
    }

    /// A JPEG ends before a frame header.
    static func noFrameHeader(end: Int) -> FormatError {
        FormatError("expected a frame header (SOF), found the end of the picture at byte \(end)")
    }

    /// A JPEG's frame header is too short for the standard.
    static func invalidFrameHeader(reason: String, offset: Int) -> FormatError {
        FormatError("invalid frame header at byte \(offset): \(reason)")
    }

    /// A JPEG ends before a scan.
    static func noScan(end: Int) -> FormatError {
        FormatError("expected a scan (SOS), found the end of the picture at byte \(end)")
    }
}
