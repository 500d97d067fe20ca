/// Why bytes cannot be read as a JPEG file. Offsets are bytes from the start of the file.
public enum JPEGFormatError: Error, Sendable, Hashable {
    /// The file does not start with `SOI`.
    case noStartOfImage(found: [UInt8])
    /// The file or the picture ends before a frame header.
    case noFrameHeader(end: Int)
    /// A frame header is too short for the standard.
    case invalidFrameHeader(reason: String, offset: Int)
    /// The file or the picture ends before a scan.
    case noScan(end: Int)
}

extension JPEGFormatError: CustomStringConvertible {
    /// What was expected, what was found, and where.
    public var description: String {
        switch self {
        case .noStartOfImage(let found):
            let bytes = found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            return "expected SOI (FF D8) at byte 0, found "
                + (bytes.isEmpty ? "the end of the file" : bytes.joined(separator: " "))
        case .noFrameHeader(let end):
            return "expected a frame header (SOF), found the end of the picture at byte \(end)"
        case .invalidFrameHeader(let reason, let offset):
            return "invalid frame header at byte \(offset): \(reason)"
        case .noScan(let end):
            return "expected a scan (SOS), found the end of the picture at byte \(end)"
        }
    }
}
