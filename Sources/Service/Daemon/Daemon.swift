public import UprightEngine
public import UprightJournal
public import Logging
internal import UprightFiles
internal import Glibc

/// The daemon: watches the configured folders until it is told to stop.
///
/// SIGTERM and SIGINT finish what is in hand. SIGHUP reads the configuration again: a good one takes effect when what is
/// in hand is done, a bad one is logged and changes nothing.
public struct Daemon: Sendable {
    /// Reads the configuration again.
    public typealias Reload = @Sendable () throws -> Configuration
    /// Starts the processor that a configuration asks for.
    public typealias MakeProcessor = @Sendable (Configuration) async throws -> ManagedProcessor

    /// Why the daemon does not start.
    public enum Failure: Error, Sendable, CustomStringConvertible {
        /// Another daemon uses the same state folder.
        case alreadyRunning(state: String, holder: String)
        /// A folder cannot be made or opened.
        case folder(String)
        /// The journal cannot be used.
        case journal(JournalError)
        /// There is nothing to work with, or nowhere to keep what is done.
        case configuration(String)
        /// The workers cannot be started.
        case processor(String)

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .alreadyRunning(let state, let holder):
                "another upright (process \(holder)) uses the state folder \(state): stop it, or give this one a state of its own"
            case .folder(let reason), .configuration(let reason): reason
            case .journal(let error): error.description
            case .processor(let reason): "pictures cannot be decoded: \(reason)"
            }
        }
    }

    private let configuration: Configuration
    private let reload: Reload
    private let makeProcessor: MakeProcessor
    private let version: String
    private let logger: Logger
    /// Whether this process's signals are the daemon's: false in tests, which stop it by cancelling.
    private let handlesSignals: Bool

    /// A daemon.
    ///
    /// - Parameters:
    ///   - configuration: what to begin with.
    ///   - version: the product's version.
    ///   - logger: where it logs to.
    ///   - handlesSignals: whether it takes SIGTERM, SIGINT and SIGHUP.
    ///   - reload: reads the configuration again.
    ///   - makeProcessor: starts the processor.
    public init(
        _ configuration: Configuration, version: String, logger: Logger, handlesSignals: Bool = true,
        reload: @escaping Reload,
        makeProcessor: @escaping MakeProcessor = { try await ManagedProcessor.starting($0, isPatient: true) }
    ) {
        self.configuration = configuration
        self.version = version
        self.logger = logger
        self.handlesSignals = handlesSignals
        self.reload = reload
        self.makeProcessor = makeProcessor
    }

    /// Runs until it is told to stop.
    ///
    /// - Throws: ``Failure`` where it cannot start; once it has, it lives whatever comes.
    public func run() async throws {
        let supervisor = Supervisor(
            configuration, version: version, log: DaemonLog(logger), reload: reload, makeProcessor: makeProcessor)
        guard handlesSignals else { return try await supervisor.run() }
        let stop: @Sendable () -> Void = { Task { await supervisor.stop() } }
        let signals = SignalWatch([
            SIGTERM: stop, SIGINT: stop, SIGHUP: { Task { await supervisor.reloadSoon() } },
        ])
        defer { signals.stop() }
        try await supervisor.run()
    }
}
