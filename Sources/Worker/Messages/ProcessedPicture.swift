package import UprightRewriting

/// A processor's answer: the report, and the sizes and checksums of the source and the output.
package struct ProcessedPicture: Sendable, Hashable, Codable {
    /// Where the bytes to deliver are.
    package enum Output: Sendable, Hashable, Codable {
        /// There is nothing to deliver; discard anything that was written to the output.
        case none
        /// The output is the source, byte for byte; nothing was written. The answer then has a ``sourceCheck``.
        case source
        /// The output descriptor has this many bytes with this CRC-32. The supervisor digests the bytes anyway when it
        /// reads them back, and compares the checksums.
        case written(bytes: Int, crc32: UInt32)
    }

    /// What was done and why.
    package var report: NormalizationReport
    /// Where the bytes to deliver are.
    package var output: Output
    /// The size of the source in bytes; 0 if it could not be read.
    package var sourceBytes: Int
    /// The SHA-256 of the bytes that were read (32 bytes); empty if the source could not be read or is too large, or if the
    /// output is the source.
    package var sourceSHA256: [UInt8]
    /// A check of the bytes that were read, if the output is the source.
    package var sourceCheck: SourceCheck?
    /// Where and when the picture was taken, according to its metadata.
    package var facts: PictureFacts
    /// Why the picture could not be processed, if the failure may lie outside the picture. A worker does not send this.
    package var failure: WorkerError?

    private enum CodingKeys: String, CodingKey { case report, output, sourceBytes, sourceSHA256, sourceCheck, facts }

    package init(
        report: NormalizationReport, output: Output, sourceBytes: Int, sourceSHA256: [UInt8],
        facts: PictureFacts = PictureFacts()
    ) {
        self.report = report
        self.output = output
        self.sourceBytes = sourceBytes
        self.sourceSHA256 = sourceSHA256
        self.facts = facts
    }

    /// Discards what was made.
    mutating func reject(_ reason: String) {
        output = .none
        report.outcome = .rejected
        report.reason = reason
        report.changes = []
    }
}
