public import UprightJSON
internal import UprightConfiguration
public import UprightEngine
internal import UprightFiles
public import UprightJournal

/// The contents of `upright status`: the journal's figures, and the state of the daemon if one is running.
public struct StatusReport: Sendable {
    /// Whether a daemon is running.
    public enum Presence: Sendable, Hashable {
        /// It answered: ``StatusReport/daemon`` is its state.
        case answering
        /// It holds the lock of the state folder, but cannot be queried because `status.listen` is off.
        case unasked
        /// It listens on the socket, but does not answer.
        case silent
        /// None is running.
        case absent
    }

    /// The journal's figures.
    public var journal = Journal.Summary()
    /// Whether a daemon is running.
    public var presence = Presence.absent
    /// The daemon's state; nil if none answers.
    public var daemon: GenerationSnapshot?
    /// The state of each configured folder: as the daemon reports it, or otherwise with the journal's figures alone.
    public var folders: [FolderState] = []

    /// Creates a report on the state folder and the daemon of a configuration.
    ///
    /// - Parameters:
    ///   - journal: the journal; nil if there is none yet.
    ///   - failures: how many of the last failures to include.
    public init(
        _ configuration: Configuration, journal: Journal?, failures: Int = 20
    ) async throws(JournalError) {
        if let journal { self.journal = try await journal.summary(failures: failures) }
        if let address = configuration.status.listen {
            switch await DaemonClient.state(at: address) {
            case .answer(let snapshot): (presence, daemon) = (.answering, snapshot)
            case .silence: presence = .silent
            case .absence: presence = .absent
            }
        } else if !configuration.state.isEmpty, LockFile.isHeld(RawPath(configuration.state).appending("lock")) {
            presence = .unasked
        }
        folders = daemon?.folders ?? []
        if folders.isEmpty {
            folders = configuration.folders.map { FolderState(source: $0.source, output: $0.output) }
        }
        let figures = try await FolderFigures.current(
            folders.map { (RawPath($0.source), RawPath($0.output)) }, journal: journal)
        for index in folders.indices { folders[index].take(figures) }
    }

    /// The number of rejected files that are still in their drop folders.
    public var rejected: Int { folders.reduce(0) { $0 + ($1.rejected ?? 0) } }

    private var needsAttention: Bool { folders.contains(where: \.needsAttention) }

    /// Whether no file is rejected, no original is stuck, no subfolder is unreadable, and the daemon is healthy or cannot be queried.
    public var isWell: Bool {
        switch presence {
        case .answering: daemon?.isWell == true && rejected == 0 && !needsAttention
        case .unasked: rejected == 0 && !needsAttention
        case .silent, .absent: false
        }
    }

    /// The object that `upright status --json` prints.
    public var json: JSONValue {
        .object([
            ("outcomes", .object(journal.outcomes.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            (
                "companions",
                .object(journal.companions.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
            ),
            ("owed", .integer(journal.owed)),
            ("types", .object(journal.types.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("waiting", .integer(journal.waiting)), ("held", .integer(journal.held)), ("rejected", .integer(rejected)),
            ("oldestWaiting", journal.oldestWaiting.map { .integer(Int($0)) } ?? .null),
            ("folders", .array(folders.map(\.json))), ("failures", .array(journal.failures.map(\.exportJSON))),
            ("daemon", daemon?.json ?? .null),
        ])
    }
}
