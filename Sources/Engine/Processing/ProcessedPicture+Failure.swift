internal import UprightWorker
internal import UprightContainers
internal import UprightRewriting

extension ProcessedPicture {
    /// The answer where there is no account of the picture at all.
    init(outcome: Outcome, reason: String) {
        let report = NormalizationReport(type: .unknown, outcome: outcome, reason: reason)
        self.init(report: report, output: .none, sourceBytes: 0, sourceSHA256: [])
    }
}
