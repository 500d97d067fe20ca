/// The structure of a JPEG file: every byte belongs to one segment or to the trailer.
///
/// Parsing is as lenient as decoders are: stray bytes between segments, a missing end or a truncated scan only cause
/// warnings. The inverse is concatenation: the ranges of the segments and the trailer, in order, are the file.
///
/// Source: ITU-T T.81, annex B.
public struct JPEGFile: Sendable {
    /// Every marker from `SOI` to `EOI` (if present), in file order.
    public let segments: [JPEGSegment]
    /// The first frame header, which is the picture's.
    public let frameHeader: JPEGFrameHeader
    /// The number of frame headers: more than one in hierarchical files and in damaged ones.
    public let frameCount: Int
    /// Whether a `DHP` segment marks the file as hierarchical.
    public let isHierarchical: Bool
    /// The scans in file order.
    public let scans: [JPEGScan]
    /// The range of all bytes after the picture's `EOI`; empty if there are none.
    public let trailer: Range<Int>
    /// The damage found, with its position, for the user.
    public let warnings: [String]

    /// Reads the structure of a file. Nothing is decoded: the cost is one pass over the bytes.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        var parser = JPEGParser(bytes)
        try parser.parse()
        guard let frameHeader = try parser.frameHeader() else {
            throw .noFrameHeader(end: parser.offset)
        }
        guard !parser.scans.isEmpty else { throw .noScan(end: parser.offset) }
        segments = parser.segments
        self.frameHeader = frameHeader
        frameCount = parser.frameSegments.count
        isHierarchical = parser.isHierarchical
        scans = parser.scans
        trailer = parser.offset..<bytes.count
        warnings = parser.warnings
    }
}

extension JPEGFile {
    /// Returns the segments of a file that might hold no picture: metadata is readable without a frame header.
    package static func segments(
        of bytes: [UInt8]
    ) throws(FormatError) -> (segments: [JPEGSegment], warnings: [String]) {
        var parser = JPEGParser(bytes)
        try parser.parse()
        return (parser.segments, parser.warnings)
    }
}
