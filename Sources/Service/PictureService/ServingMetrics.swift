internal import Synchronization
internal import UprightBase
internal import UprightEngine
internal import UprightRewriting

/// The figures of the picture server, in Prometheus text format. Those that the daemon has, too, have its names.
final class ServingMetrics: Sendable {
    private struct State {
        var files = FileCounts()
        var responses: [Int: Int] = [:]
        var bytes = (source: 0, output: 0)
        var durations = DurationHistogram()
    }

    private let state = Mutex(State())

    /// Counts a picture.
    func count(_ report: FileReport, _ duration: Duration) {
        state.withLock { state in
            state.files.add(report.outcome.rawValue, report.type)
            state.bytes.source = state.bytes.source.addingSaturated(report.bytes.source ?? 0)
            state.bytes.output = state.bytes.output.addingSaturated(report.bytes.output ?? 0)
            state.durations.add(duration)
        }
    }

    /// Counts a response to `/orient`.
    func count(_ status: HTTPStatus) { state.withLock { $0.responses[status.rawValue, default: 0] += 1 } }

    /// The figures as text.
    func text(inProgress: Int, restarts: Int, version: String) -> String {
        let state = state.withLock { $0 }
        var text = MetricsText()
        text.process(version: version)
        text.family(
            "upright_files_total", .counter, "Pictures by outcome and type.", state.files.samples)
        text.family(
            "upright_responses_total", .counter,
            "Responses to /orient by status, without those to clients that stopped sending.",
            state.responses.sorted { $0.key < $1.key }.map { ([("status", "\($0.key)")], Double($0.value)) })
        text.family(
            "upright_bytes_total", .counter, "Bytes received and made.",
            [([("side", "source")], Double(state.bytes.source)), ([("side", "output")], Double(state.bytes.output))])
        text.family("upright_in_progress_files", .gauge, "Bodies in memory.", inProgress)
        text.family("upright_worker_restarts_total", .counter, "Workers replaced in the middle of a picture.", restarts)
        text.heading(
            "upright_request_seconds", .histogram, "The time from a complete body to the head of its response.")
        text.samples("upright_request_seconds", [], state.durations)
        return text.lines
    }
}
