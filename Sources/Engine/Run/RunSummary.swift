public import UprightRewriting

/// What a run did, in figures.
public struct RunSummary: Sendable, Hashable {
    /// How many files ended in each outcome.
    public private(set) var outcomes: [Outcome: Int] = [:]
    /// How many bytes were read and written.
    public private(set) var bytes = (source: 0, output: 0)

    /// No figures yet.
    public init() {}

    /// How many files ended in an outcome.
    public func count(_ outcome: Outcome) -> Int { outcomes[outcome] ?? 0 }

    /// How many files there were.
    public var files: Int { outcomes.values.reduce(0, +) }

    /// Whether every image is out: nothing was rejected, and nothing put off.
    public var isComplete: Bool { count(.rejected) == 0 && count(.deferred) == 0 }

    mutating func add(_ report: FileReport) {
        outcomes[report.outcome, default: 0] += 1
        bytes.source += report.bytes.source ?? 0
        bytes.output += report.bytes.output ?? 0
    }

    /// Whether two summaries have the same figures.
    public static func == (one: RunSummary, other: RunSummary) -> Bool {
        one.outcomes == other.outcomes && one.bytes == other.bytes
    }

    /// Hashes the figures.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(outcomes)
        hasher.combine(bytes.source)
        hasher.combine(bytes.output)
    }
}
