package import UprightBase
internal import Foundation
internal import UprightConfiguration
package import UprightEngine
package import UprightFiles

/// The contents of `upright status`: the journal's figures, and the state of the daemon if one is running.
package struct StatusReport: Sendable {
    /// Whether a daemon is running.
    package enum Presence: Sendable, Hashable {
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
    package var journal = Journal.Summary()
    /// The last failures, the latest first.
    package var failures: [PictureFate] = []
    /// Whether a daemon is running.
    package var presence = Presence.absent
    /// The daemon's state; nil if none answers.
    package var daemon: GenerationSnapshot?
    /// The state of each configured folder: as the daemon reports it, or otherwise with the journal's figures alone.
    package var folders: [FolderState] = []

    /// How many of the last failures a report includes if nobody asks for another number.
    package static let standardFailures = 20
    /// The most failures that a daemon sends.
    package static let maximumServedFailures = 1_000

    /// Creates a report on the state folder and the daemon of a configuration.
    ///
    /// - Parameters:
    ///   - journal: the journal; nil if there is none yet.
    ///   - failures: how many of the last failures to include.
    package init(
        _ configuration: Configuration, journal: Journal?, failures: Int = standardFailures
    ) async throws(JournalError) {
        var presence = Presence.absent
        var daemon: GenerationSnapshot?
        if let address = configuration.status.listen {
            switch await DaemonClient.state(at: address) {
            case .answer(let snapshot): (presence, daemon) = (.answering, snapshot)
            case .silence: presence = .silent
            case .absence: presence = .absent
            }
        } else if !configuration.state.isEmpty, LockFile.isHeld(RawPath(configuration.state).appending("lock")) {
            presence = .unasked
        }
        try await self.init(journal, presence, daemon, configuration.folders, failures: failures)
    }

    /// Creates the report of the daemon whose state is given.
    init(_ journal: Journal, answering daemon: GenerationSnapshot, failures: Int) async throws(JournalError) {
        try await self.init(journal, .answering, daemon, [], failures: failures)
    }

    private init(
        _ journal: Journal?, _ presence: Presence, _ daemon: GenerationSnapshot?, _ configured: [FolderConfiguration],
        failures: Int
    ) async throws(JournalError) {
        self.presence = presence
        self.daemon = daemon
        if let journal {
            self.journal = try await journal.summary(failures: failures)
            self.failures = self.journal.failures.map(PictureFate.init)
        }
        folders = daemon?.folders ?? []
        if folders.isEmpty { folders = configured.map { FolderState(source: $0.source, output: $0.output) } }
        let figures = try await FolderFigures.current(
            folders.map { (RawPath($0.source), RawPath($0.output)) }, journal: journal)
        for index in folders.indices { folders[index].add(figures) }
    }

    /// The number of rejected files that are still in their drop folders.
    package var rejected: Int { folders.reduce(0) { $0 + ($1.rejected ?? 0) } }

    /// The number of files that were delivered so far, and are incomplete.
    package var incomplete: Int { folders.reduce(0) { $0 + ($1.incomplete ?? 0) } }

    /// The number of delivered pictures whose place is written when a geocoder answers.
    package var owedPlaces: Int { folders.reduce(0) { $0 + ($1.owedPlaces ?? 0) } }

    private var needsAttention: Bool { folders.contains(where: \.needsAttention) }

    /// Whether no file is rejected or incomplete, no original is stuck, no subfolder is unreadable, and the daemon is healthy or cannot be queried.
    package var isWell: Bool {
        switch presence {
        case .answering: daemon?.isWell == true && rejected == 0 && !needsAttention
        case .unasked: rejected == 0 && !needsAttention
        case .silent, .absent: false
        }
    }

    /// The object that `upright status --json` prints.
    package var json: JSONValue {
        .object([
            ("outcomes", .counts(journal.outcomes)), ("companions", .counts(journal.companions)),
            ("owed", .integer(journal.owed)), ("types", .counts(journal.types)),
            ("waiting", .integer(journal.waiting)), ("held", .integer(journal.held)), ("rejected", .integer(rejected)),
            ("incomplete", .integer(incomplete)), ("owedPlaces", .integer(owedPlaces)),
            ("oldestWaiting", .measure(longestWait)),
            ("folders", .array(folders.map(\.json))), ("failures", .array(failures.map(\.json))),
            ("daemon", daemon?.json ?? .null),
        ])
    }

    /// How long the file waits that waits longest, in seconds; nil if none waits.
    package var longestWait: Double? {
        journal.oldestWaiting.map { Double(max(PictureEngine.milliseconds().subtractingSaturated($0), 0)) / 1_000 }
    }
}

extension StatusReport {
    /// The members of ``json`` that are not taken as they are.
    private struct Figures: Decodable {
        var outcomes: [String: Int]
        /// This and the next are nil in the answer of a daemon whose version does not report them.
        var companions: [String: Int]?
        var owed: Int?
        var types: [String: Int]
        var waiting: Int
        var held: Int
        var oldestWaiting: Double?
        var folders: [FolderState]
        var daemon: GenerationSnapshot
    }

    /// Parses the bytes of ``json`` that a daemon sent about itself; nil for anything else.
    init?(parsing bytes: [UInt8]) {
        do {
            let figures = try JSONDecoder().decode(Figures.self, from: Data(bytes))
            guard case .array(let failures) = try JSONValue(parsing: bytes)["failures"] else { return nil }
            (journal.outcomes, journal.types) = (figures.outcomes, figures.types)
            (journal.companions, journal.owed) = (figures.companions ?? [:], figures.owed ?? 0)
            (journal.waiting, journal.held) = (figures.waiting, figures.held)
            journal.oldestWaiting = figures.oldestWaiting.map {
                PictureEngine.milliseconds().subtractingSaturated(Int64(saturating: $0 * 1_000))
            }
            self.failures = failures.map(PictureFate.init)
            (presence, daemon, folders) = (.answering, figures.daemon, figures.folders)
        } catch { return nil }
    }
}
