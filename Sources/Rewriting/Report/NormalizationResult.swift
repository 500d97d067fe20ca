internal import UprightFormats

/// The normalized picture and its report.
public struct NormalizationResult: Sendable {
    /// The bytes to write.
    public enum Output: Sendable {
        /// Nothing to write: the file was ignored or rejected.
        case none
        /// The output is the source, byte for byte.
        case source
        /// The output is these bytes.
        case bytes([UInt8])
    }

    /// What was done and why.
    public var report: NormalizationReport
    /// What to write.
    public var output: Output

    /// Creates a result from a report and its output.
    public init(report: NormalizationReport, output: Output) {
        self.report = report
        self.output = output
    }

    /// Runs work that can reject a file; a rejection discards the changes and parts recorded until then.
    init<Refusal: CustomStringConvertible>(
        _ type: ImageType, _ work: (inout NormalizationReport) throws(Refusal) -> Output
    ) {
        var report = NormalizationReport(type: type, outcome: .rejected)
        do throws(Refusal) {
            let output = try work(&report)
            self.init(report: report, output: output)
        } catch {
            report.outcome = .rejected
            report.reason = error.description
            report.components = []
            report.changes = []
            report.parts = []
            self.init(report: report, output: .none)
        }
    }
}
