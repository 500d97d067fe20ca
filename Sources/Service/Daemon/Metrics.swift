internal import UprightEngine
internal import UprightRewriting
internal import Synchronization

/// The daemon's figures since it started, in the text form that Prometheus collects.
final class Metrics: Sendable {
    private struct State {
        var files: [Key: Int] = [:]
        var bytes = (source: 0, output: 0)
        var durations: [Stage: Histogram] = [:]
        var retries = 0
        /// When a picture came out last, in milliseconds since 1970, by drop folder.
        var successes: [String: Int64] = [:]
        /// The counters of generations that have ended.
        var carried = GenerationSnapshot()
    }

    private struct Key: Hashable, Comparable {
        let outcome: String
        let type: String

        static func < (one: Key, other: Key) -> Bool { (one.outcome, one.type) < (other.outcome, other.type) }
    }

    /// Upper bounds in seconds: from a copy in the page cache to the limits on one file.
    static let bounds: [Double] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

    private struct Histogram {
        var counts = [Int](repeating: 0, count: Metrics.bounds.count)
        var count = 0
        var sum = 0.0

        mutating func add(_ value: Double) {
            count += 1
            sum += value
            for (index, bound) in Metrics.bounds.enumerated() where value <= bound { counts[index] += 1 }
        }
    }

    private let state = Mutex(State())

    func count(_ report: FileReport, folder: String) {
        let isSuccess = [.normalized, .unchanged, .current].contains(report.outcome)
        let now = PictureEngine.milliseconds()
        state.withLock { state in
            if isSuccess { state.successes[folder] = now }
            state.files[Key(outcome: report.outcome.rawValue, type: report.type), default: 0] += 1
            state.bytes.source += report.bytes.source ?? 0
            state.bytes.output += report.bytes.output ?? 0
        }
    }

    /// Counts a name that is not looked at.
    func countIgnored() { state.withLock { $0.files[Key(outcome: "ignored", type: ""), default: 0] += 1 } }

    /// Takes over when pictures came out last, before this daemon began.
    func succeeded(_ times: [String: Int64]) {
        state.withLock { $0.successes.merge(times) { max($0, $1) } }
    }

    /// Keeps the counters of a generation that ends.
    func carry(_ snapshot: GenerationSnapshot) {
        state.withLock { state in
            state.carried.overflows += snapshot.overflows
            state.carried.scans += snapshot.scans
            state.carried.workerRestarts += snapshot.workerRestarts
        }
    }

    /// Adds to a snapshot what is counted here, and what generations before have counted.
    func complete(_ snapshot: inout GenerationSnapshot) {
        let state = state.withLock { $0 }
        snapshot.overflows += state.carried.overflows
        snapshot.scans += state.carried.scans
        snapshot.workerRestarts += state.carried.workerRestarts
        snapshot.retries = state.retries
        snapshot.bytes = .init(source: state.bytes.source, output: state.bytes.output)
        snapshot.folders = snapshot.folders?.map { folder in
            var folder = folder
            folder.lastSuccess = state.successes[folder.source]
            return folder
        }
        for (key, count) in state.files {
            snapshot.done[key.outcome, default: 0] += count
            if !key.type.isEmpty { snapshot.types[key.type, default: 0] += count }
        }
        for (stage, histogram) in state.durations {
            snapshot.stages[stage.rawValue] = .init(count: histogram.count, seconds: histogram.sum)
        }
    }

    func observe(_ stage: Stage, _ duration: Duration) {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        state.withLock { $0.durations[stage, default: Histogram()].add(seconds) }
    }

    func countRetry() { state.withLock { $0.retries += 1 } }

    /// The figures as text (Prometheus exposition format 0.0.4), with those of the moment.
    func text(_ snapshot: GenerationSnapshot, version: String, onFailure: FailureHook.Counts?) -> String {
        let state = state.withLock { $0 }
        var text = MetricsText()
        text.family("upright_build_info", .gauge, "The version that runs.", [([("version", version)], 1)])
        text.family(
            "process_start_time_seconds", .gauge, "When the daemon started, in seconds since 1970.",
            [([], Self.started)])
        text.family(
            "upright_files_total", .counter, "Files by outcome and type.",
            state.files.sorted { $0.key < $1.key }.map {
                ([("outcome", $0.key.outcome), ("type", $0.key.type)], Double($0.value))
            })
        text.family(
            "upright_bytes_total", .counter, "Bytes read and delivered.",
            [([("side", "source")], Double(state.bytes.source)), ([("side", "output")], Double(state.bytes.output))])
        text.family("upright_retries_total", .counter, "Tries after a transient failure.", state.retries)
        text.family("upright_queue_files", .gauge, "Files that settle or wait for work.", snapshot.waiting)
        text.family("upright_in_hand_files", .gauge, "Files that are worked on.", snapshot.inHand)
        text.family(
            "upright_oldest_waiting_seconds", .gauge, "How long the oldest of the waiting files waits.",
            [([], snapshot.oldestWaiting ?? 0)])
        text.family(
            "upright_overflows_total", .counter, "How often notifications were lost and a scan had to follow.",
            snapshot.overflows)
        text.family("upright_scans_total", .counter, "Scans of the folders.", snapshot.scans)
        text.family(
            "upright_worker_restarts_total", .counter, "Workers that were replaced in the middle of a picture.",
            snapshot.workerRestarts)
        text.family(
            "upright_paused", .gauge, "1 while work on some folder is paused; upright_folder_paused says why.",
            snapshot.isPaused ? 1 : 0)
        text.folders(snapshot.folders ?? [])
        if let onFailure {
            text.family(
                "upright_on_failure_calls_total", .counter, "Calls of on-failure by how they ended.",
                [([("result", "ok")], Double(onFailure.done)), ([("result", "failed")], Double(onFailure.failed))])
        }
        text.heading("upright_stage_seconds", .histogram, "How long each stage takes.")
        for stage in Stage.allCases {
            guard let histogram = state.durations[stage] else { continue }
            let label = ("stage", stage.rawValue)
            for (bound, count) in zip(Self.bounds, histogram.counts) {
                text.sample("upright_stage_seconds_bucket", [label, ("le", "\(bound)")], Double(count))
            }
            text.sample("upright_stage_seconds_bucket", [label, ("le", "+Inf")], Double(histogram.count))
            text.sample("upright_stage_seconds_sum", [label], histogram.sum)
            text.sample("upright_stage_seconds_count", [label], Double(histogram.count))
        }
        return text.lines
    }

    /// Since when this process collects figures.
    private static let started = Double(PictureEngine.milliseconds()) / 1_000
}
