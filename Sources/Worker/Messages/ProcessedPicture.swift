public import UprightRewriting

/// A processor's answer: the report, and what the bytes on both sides are.
public struct ProcessedPicture: Sendable, Hashable, Codable {
    /// Where the bytes to deliver are.
    public enum Output: Sendable, Hashable, Codable {
        /// There is nothing to deliver; whatever was written to the output is to be thrown away.
        case none
        /// The output is the source, byte for byte; nothing was written.
        case source
        /// The output descriptor holds this many bytes with this CRC-32. Whoever reads them back digests them anyway, and
        /// compares what they are with what they were made as.
        case written(bytes: Int, crc32: UInt32)
    }

    /// What was done and why.
    public var report: NormalizationReport
    /// Where the bytes to deliver are.
    public var output: Output
    /// How many bytes the source had; 0 where it could not be read.
    public var sourceBytes: Int
    /// The SHA-256 of the bytes that were read (32 bytes); empty where the source could not be read, or is too large to be.
    public var sourceSHA256: [UInt8]
    /// Where and when the picture was taken, as its metadata say.
    public var facts: PictureFacts
    /// Why there is no account of the picture, where the failure may lie outside of it. A worker does not send it.
    public var failure: WorkerError?

    private enum CodingKeys: String, CodingKey { case report, output, sourceBytes, sourceSHA256, facts }

    /// An answer.
    public init(
        report: NormalizationReport, output: Output, sourceBytes: Int, sourceSHA256: [UInt8],
        facts: PictureFacts = PictureFacts()
    ) {
        self.report = report
        self.output = output
        self.sourceBytes = sourceBytes
        self.sourceSHA256 = sourceSHA256
        self.facts = facts
    }
}
