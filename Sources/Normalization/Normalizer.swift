internal import ImageContainers

/// Turns pictures upright: bytes in, bytes and a report out.
///
/// A normalizer opens no files, reads no clock, logs nothing and keeps no state, so it can be used from any thread.
public struct Normalizer: Sendable {
    /// What it may and may not do.
    public let options: NormalizationOptions

    /// A normalizer with the given options.
    public init(options: NormalizationOptions = NormalizationOptions()) {
        self.options = options
    }

    /// Normalizes one file.
    ///
    /// Bad input is no error here: it ends as `ignored` or `rejected`, with the reason in the report.
    public func normalize(_ source: [UInt8]) -> NormalizationResult {
        NormalizationResult(report: NormalizationReport(type: .unknown, outcome: .ignored), output: .none)
    }
}
