internal import UprightWorker
internal import UprightContainers
internal import UprightRewriting

extension ProcessedPicture {
    /// The answer where there is no account of the picture at all.
    init(outcome: Outcome, reason: String) {
        let report = NormalizationReport(type: .unknown, outcome: outcome, reason: reason)
        self.init(report: report, output: .none, sourceBytes: 0, sourceSHA256: [])
    }

    /// The answer where a worker gave none: what is the picture's fault is `rejected`, what may pass is `deferred`.
    init(_ error: WorkerError) {
        self.init(outcome: error.cause == .picture ? .rejected : .deferred, reason: error.description)
        failure = error
    }
}
