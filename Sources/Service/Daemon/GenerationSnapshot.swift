internal import UprightEngine

/// The state of the daemon at a moment.
package struct GenerationSnapshot: Sendable, Hashable, Codable {
    /// Files that settle or wait for processing.
    package var waiting = 0
    /// Files in progress.
    package var inProgress = 0
    /// The age of the oldest waiting file in seconds.
    package var oldestWaiting: Double?
    /// The number of times that notifications were lost.
    package var overflows = 0
    package var scans = 0
    /// The number of workers that were replaced.
    package var workerRestarts = 0
    /// Whether a folder is paused (``FolderState/pausedReason``).
    package var isPaused = false
    /// The state of each drop folder. Nil in the answer of a daemon whose version does not report it.
    package var folders: [FolderState]? = []
    /// Whether the daemon makes progress: no picture has been in progress for longer than its limits allow.
    package var isAlive = true
    /// Whether all folders are watched, and their existing files have been found.
    package var isReady = false
    /// What the daemon's process lacks: sandbox layers, the network. Nil in the answer of a daemon whose version does not
    /// report it.
    package var lacks: [String]? = []
    /// Pictures and ignored files finished since the daemon started, by outcome.
    package var done: [String: Int] = [:]
    /// Companions of pictures finished since the daemon started, by outcome; they do not count in ``done``. Nil in the answer
    /// of a daemon whose version does not report it.
    package var companions: [String: Int]? = [:]
    /// ``done`` by type.
    package var types: [String: Int] = [:]
    /// Retries after a transient failure.
    package var retries = 0
    /// Bytes read and delivered since the daemon started.
    package var bytes = Bytes(source: 0, output: 0)
    /// The count and total time of each stage (``Stage``) since the daemon started.
    package var stages: [String: Time] = [:]

    /// Bytes read and delivered.
    package struct Bytes: Sendable, Hashable, Codable {
        package var source: Int
        package var output: Int
    }

    /// The count and total time of a stage.
    package struct Time: Sendable, Hashable, Codable {
        package var count: Int
        /// The total time in seconds.
        package var seconds: Double
    }

    /// The state folder. This and the following are nil in the answer of a daemon whose version does not report them.
    package var state: String?
    /// How many requests to reload the configuration were decided since the daemon started.
    package var reloads: Int?
    /// Why the last request to reload the configuration was refused, and an older one is in use; nil if it was not.
    package var refusedConfiguration: String?

    package init() {}

    /// Whether the daemon makes progress, watches all folders and is not paused: `/healthz` and `/readyz` combined.
    package var isWell: Bool { isAlive && isReady && !isPaused }

    /// Returns the snapshot with all folders paused for the given reason, unless they are paused already.
    func paused(by reason: PauseReason?) -> GenerationSnapshot {
        guard let reason else { return self }
        var paused = self
        paused.isPaused = true
        paused.folders = folders?.map { folder in
            var folder = folder
            folder.pausedReason = folder.pausedReason ?? reason
            return folder
        }
        return paused
    }

    /// What is wrong with the folders, as one sentence; nil if all of them are watched and none is paused.
    package var problem: String? {
        let problems = (folders ?? []).compactMap(\.problem)
        guard let first = problems.first else { return isReady && !isPaused ? nil : "not all folders are watched yet" }
        return problems.count == 1 ? first : "\(first) (and \(problems.count - 1) more)"
    }

    package var line: String {
        let total = done.values.reduce(0, +)
        let refusal = refusedConfiguration.map { "the configuration was refused, the old one is in use: \($0)" }
        let pause = [problem, refusal].compactMap { $0.map { "; " + $0 } }.joined()
        return "\(total) done, \(inProgress) in progress, \(waiting) waiting, \(done["rejected"] ?? 0) rejected\(pause)"
    }
}
