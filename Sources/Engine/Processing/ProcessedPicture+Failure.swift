internal import UprightWorker
internal import UprightFormats
internal import UprightRewriting

extension ProcessedPicture {
    /// The answer if nothing is known of the picture.
    init(outcome: Outcome, reason: String) {
        let report = NormalizationReport(type: .unknown, outcome: outcome, reason: reason)
        self.init(report: report, output: .none, sourceBytes: 0, sourceSHA256: [])
    }

    /// The answer if a worker gave none: a failure caused by the picture is `rejected`, one that may pass is
    /// `deferred`.
    init(_ error: WorkerError) {
        self.init(outcome: error.cause == .picture ? .rejected : .deferred, reason: error.description)
        failure = error
    }
}
