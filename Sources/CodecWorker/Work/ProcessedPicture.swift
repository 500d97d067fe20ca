public import Normalization

/// What came of one file: the report, and what was read and written.
public struct ProcessedPicture: Sendable, Hashable, Codable {
    /// What became of the output.
    public enum Output: Sendable, Hashable, Codable {
        /// Nothing is to be written: the file was ignored or rejected.
        case none
        /// The output is the source byte for byte. Nothing was written: the caller copies, by reflink where it can.
        case source
        /// The output descriptor holds these many bytes, from its beginning; their SHA-256 in hexadecimal.
        case written(bytes: Int, sha256: String)
    }

    /// What was done and why.
    public var report: NormalizationReport
    /// The bytes that the source had.
    public var sourceBytes: Int
    /// The source's SHA-256 in hexadecimal; nil where the source was too large to be read whole.
    public var sourceSHA256: String?
    /// What became of the output.
    public var output: Output

    /// The account of one file.
    public init(report: NormalizationReport, sourceBytes: Int, sourceSHA256: String?, output: Output) {
        self.report = report
        self.sourceBytes = sourceBytes
        self.sourceSHA256 = sourceSHA256
        self.output = output
    }
}
