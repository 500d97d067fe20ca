internal import UprightBase
internal import UprightEngine
internal import UprightRewriting
internal import Synchronization

/// The daemon's figures since it started, in Prometheus text format.
final class Metrics: Sendable {
    private struct State {
        var files = FileCounts()
        var companions = FileCounts()
        var bytes = (source: 0, output: 0)
        var durations: [Stage: DurationHistogram] = [:]
        var retries = 0
        var galleryRestarts = 0
        /// The time of the last delivery, in milliseconds since 1970, by drop folder.
        var successes: [String: Int64] = [:]
        /// The counters of earlier generations.
        var carried = GenerationSnapshot()
    }

    private let state = Mutex(State())

    func count(_ report: FileReport, folder: String, isCompanion: Bool = false) {
        let isSuccess = [.normalized, .unchanged, .current, .passed].contains(report.outcome)
        let now = PictureEngine.milliseconds()
        state.withLock { state in
            if isSuccess { state.successes[folder] = now }
            let (outcome, type) = (report.outcome.rawValue, report.type)
            if isCompanion { state.companions.add(outcome, type) } else { state.files.add(outcome, type) }
            state.bytes.source = state.bytes.source.addingSaturated(report.bytes.source ?? 0)
            state.bytes.output = state.bytes.output.addingSaturated(report.bytes.output ?? 0)
        }
    }

    func countIgnored() { state.withLock { $0.files.add("ignored", "") } }

    /// Sets the times of the last deliveries before this daemon started.
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

    /// Adds these counters, and those of earlier generations, to a snapshot.
    func complete(_ snapshot: inout GenerationSnapshot) {
        let state = state.withLock { $0 }
        snapshot.overflows += state.carried.overflows
        snapshot.scans += state.carried.scans
        snapshot.workerRestarts += state.carried.workerRestarts
        snapshot.retries = state.retries
        snapshot.bytes = .init(source: state.bytes.source, output: state.bytes.output)
        snapshot.folders = snapshot.folders?.map { folder in
            var folder = folder
            folder.lastSuccess = state.successes[folder.source].map { UTCTime(milliseconds: $0) }
            return folder
        }
        (snapshot.done, snapshot.types) = (state.files.outcomes, state.files.types)
        snapshot.companions = state.companions.outcomes
        for (stage, histogram) in state.durations {
            snapshot.stages[stage.rawValue] = .init(count: histogram.count, seconds: histogram.sum)
        }
    }

    func observe(_ stage: Stage, _ duration: Duration) {
        state.withLock { $0.durations[stage, default: DurationHistogram()].add(duration) }
    }

    /// Counts a gallery that was started again after its process had ended.
    func countGalleryRestart() { state.withLock { $0.galleryRestarts += 1 } }

    func countRetry() { state.withLock { $0.retries += 1 } }

    /// The figures as text (Prometheus exposition format 0.0.4), with the current gauges.
    func text(_ snapshot: GenerationSnapshot, version: String, onFailure: FailureHook.Counts?) -> String {
        let state = state.withLock { $0 }
        var text = MetricsText()
        text.process(version: version)
        text.family(
            "upright_files_total", .counter, "Pictures and ignored files by outcome and type.",
            state.files.samples)
        text.family(
            "upright_companions_total", .counter, "Companions of pictures by outcome and type.",
            state.companions.samples)
        text.family(
            "upright_bytes_total", .counter, "Bytes read and delivered.",
            [([("side", "source")], Double(state.bytes.source)), ([("side", "output")], Double(state.bytes.output))])
        text.family("upright_retries_total", .counter, "Retries after a transient failure.", state.retries)
        text.family("upright_queue_files", .gauge, "Files that settle or wait for processing.", snapshot.waiting)
        text.family("upright_in_progress_files", .gauge, "Files in progress.", snapshot.inProgress)
        text.family(
            "upright_oldest_waiting_seconds", .gauge, "The age of the oldest waiting file, in seconds.",
            [([], snapshot.oldestWaiting ?? 0)])
        text.family(
            "upright_overflows_total", .counter, "Losses of notifications, each followed by a scan.",
            snapshot.overflows)
        text.family("upright_scans_total", .counter, "Scans of the folders.", snapshot.scans)
        text.family(
            "upright_worker_restarts_total", .counter, "Workers replaced in the middle of a picture.",
            snapshot.workerRestarts)
        text.family(
            "upright_gallery_restarts_total", .counter, "Restarts of the gallery after its process ended.",
            state.galleryRestarts)
        text.family(
            "upright_paused", .gauge, "1 while a folder is paused; upright_folder_paused gives the reason.",
            snapshot.isPaused ? 1 : 0)
        text.folders(snapshot.folders ?? [])
        if let onFailure {
            text.family(
                "upright_on_failure_calls_total", .counter, "Calls of on-failure by result.",
                [([("result", "ok")], Double(onFailure.done)), ([("result", "failed")], Double(onFailure.failed))])
        }
        text.heading("upright_stage_seconds", .histogram, "The duration of each stage.")
        for stage in Stage.allCases {
            guard let histogram = state.durations[stage] else { continue }
            text.samples("upright_stage_seconds", [("stage", stage.rawValue)], histogram)
        }
        return text.lines
    }
}
