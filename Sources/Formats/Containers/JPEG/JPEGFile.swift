/// The structure of a JPEG file: every byte belongs to one segment or to the trailer.
///
/// Parsing is lenient as decoders are: stray bytes between segments, a missing end or a cut-off scan are warnings.
/// Its inverse is concatenation: the ranges of the segments and the trailer, in order, are the file.
///
/// Source: ITU-T T.81, annex B.
public struct JPEGFile: Sendable {
    /// Every marker from `SOI` to `EOI` (where there is one), in file order.
    public let segments: [JPEGSegment]
    /// The first frame header: the picture's.
    public let frameHeader: JPEGFrameHeader
    /// How many frame headers there are: more than one in hierarchical and in damaged files.
    public let frameCount: Int
    /// Whether a `DHP` segment says that the file is hierarchical.
    public let isHierarchical: Bool
    /// The scans in file order.
    public let scans: [JPEGScan]
    /// Everything after the picture's `EOI`; empty at the end of the file.
    public let trailer: Range<Int>
    /// What is damaged, with the place, for the user.
    public let warnings: [String]

    /// Reads the structure of a file. Nothing is decoded: the cost is one look at every byte.
    public init(parsing bytes: [UInt8]) throws(JPEGFormatError) {
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
    /// The segments of a file that need not hold a picture: metadata can be read where no frame header is.
    package static func segments(
        of bytes: [UInt8]
    ) throws(JPEGFormatError) -> (segments: [JPEGSegment], warnings: [String]) {
        var parser = JPEGParser(bytes)
        try parser.parse()
        return (parser.segments, parser.warnings)
    }
}
