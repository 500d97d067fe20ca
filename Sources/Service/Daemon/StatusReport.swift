internal import UprightConfiguration
public import UprightEngine
public import UprightJournal

/// What `upright status` shows: the journal's figures, and how the daemon stands if one runs.
public struct StatusReport: Sendable {
    /// The journal's figures.
    public var journal: Journal.Summary
    /// How the daemon stands; nil where none answers.
    public var daemon: GenerationSnapshot?

    /// A report of figures.
    public init(journal: Journal.Summary, daemon: GenerationSnapshot?) {
        self.journal = journal
        self.daemon = daemon
    }

    /// The state that a configuration's state folder and daemon are in.
    public static func current(_ configuration: Configuration, journal: Journal) async throws(JournalError)
        -> StatusReport
    {
        let summary = try await journal.summary()
        var daemon: GenerationSnapshot?
        if let address = configuration.status.listen { daemon = await DaemonClient.snapshot(at: address) }
        return StatusReport(journal: summary, daemon: daemon)
    }

    /// The object that `upright status --json` prints.
    public var json: JSONValue {
        .object([
            ("outcomes", .object(journal.outcomes.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("types", .object(journal.types.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("waiting", .integer(journal.waiting)),
            ("oldestWaiting", journal.oldestWaiting.map { .integer(Int($0)) } ?? .null),
            ("failures", .array(journal.failures.map(\.exportJSON))),
            ("daemon", daemon?.json ?? .null),
        ])
    }
}
