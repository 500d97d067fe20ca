/// How the daemon stands at a moment.
public struct GenerationSnapshot: Sendable, Hashable, Codable {
    /// Files that settle or wait for work.
    public var waiting = 0
    /// Files that are worked on.
    public var inHand = 0
    /// For how many seconds the oldest of the waiting files has been waiting.
    public var oldestWaiting: Double?
    /// How often notifications were lost.
    public var overflows = 0
    /// How many scans there were.
    public var scans = 0
    /// How many workers had to be replaced.
    public var workerRestarts = 0
    /// Whether some folder is paused (``FolderState/pausedReason``).
    public var isPaused = false
    /// The state of each drop folder. Nil in the answer of a daemon that does not tell.
    public var folders: [FolderState]? = []
    /// Whether work goes on: no picture has been in hand for longer than its limits allow.
    public var isAlive = true
    /// Whether all folders are watched, and what stood in them has been noticed.
    public var isReady = false
    /// What the daemon's process lacks: layers of the sandbox, the network. Nil in the answer of a daemon that does not tell.
    public var lacks: [String]? = []
    /// Files done since the daemon started, by outcome.
    public var done: [String: Int] = [:]
    /// The same, by type.
    public var types: [String: Int] = [:]
    /// Tries after a transient failure.
    public var retries = 0
    /// Bytes read and delivered since the daemon started.
    public var bytes = Bytes(source: 0, output: 0)
    /// How often the work went through each stage (``Stage``) since the daemon started, and how long that took in sum.
    public var stages: [String: Time] = [:]

    /// Bytes on both sides.
    public struct Bytes: Sendable, Hashable, Codable {
        /// Bytes of sources.
        public var source: Int
        /// Bytes of outputs.
        public var output: Int
    }

    /// The time that a stage took.
    public struct Time: Sendable, Hashable, Codable {
        /// How often.
        public var count: Int
        /// How long in sum.
        public var seconds: Double
    }

    /// Nothing yet.
    public init() {}

    /// Whether the daemon works, watches all folders and is not paused: what `/healthz` and `/readyz` say together.
    public var isWell: Bool { isAlive && isReady && !isPaused }

    /// What is wrong with the folders, as one sentence; nil where all of them are watched and none is paused.
    public var problem: String? {
        let problems = (folders ?? []).compactMap(\.problem)
        guard let first = problems.first else { return isReady && !isPaused ? nil : "not all folders are watched yet" }
        return problems.count == 1 ? first : "\(first) (and \(problems.count - 1) more)"
    }

    /// The snapshot in one line.
    public var line: String {
        let total = done.values.reduce(0, +)
        let pause = problem.map { "; " + $0 } ?? ""
        return "\(total) done, \(inHand) in hand, \(waiting) waiting, \(done["rejected"] ?? 0) rejected\(pause)"
    }
}
