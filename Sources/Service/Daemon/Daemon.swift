package import UprightEngine
package import Logging
internal import UprightFiles
internal import Glibc

/// The daemon, which watches the configured folders until it is stopped.
///
/// SIGTERM and SIGINT stop it after the pictures in progress. SIGHUP reloads the configuration: a valid one takes effect
/// when the pictures in progress are finished; an invalid one is logged and changes nothing.
package struct Daemon: Sendable {
    package typealias Reload = @Sendable () throws -> Configuration
    /// Starts the processor for a configuration.
    package typealias MakeProcessor = @Sendable (Configuration) async throws -> ManagedProcessor

    private let configuration: Configuration
    private let reload: Reload
    private let makeProcessor: MakeProcessor
    private let version: String
    private let logger: Logger
    /// Whether the daemon handles the signals of this process: false in tests, which stop it by cancellation.
    private let handlesSignals: Bool

    /// Creates a daemon.
    ///
    /// - Parameters:
    ///   - configuration: The initial configuration.
    ///   - version: The product's version.
    ///   - logger: The logger for its messages.
    ///   - handlesSignals: Whether it handles SIGTERM, SIGINT and SIGHUP.
    ///   - reload: Reloads the configuration.
    ///   - makeProcessor: Starts the processor.
    package init(
        _ configuration: Configuration, version: String, logger: Logger, handlesSignals: Bool = true,
        reload: @escaping Reload,
        makeProcessor: @escaping MakeProcessor = { try await ManagedProcessor.starting($0, waitsForWorkers: true) }
    ) {
        self.configuration = configuration
        self.version = version
        self.logger = logger
        self.handlesSignals = handlesSignals
        self.reload = reload
        self.makeProcessor = makeProcessor
    }

    /// Runs until it is stopped.
    ///
    /// - Throws: `OperationError` if it cannot start. Once started, it survives every fault.
    package func run() async throws {
        let supervisor = Supervisor(
            configuration, version: version, log: DaemonLog(logger), reload: reload, makeProcessor: makeProcessor)
        guard handlesSignals else { return try await supervisor.run() }
        let stop: @Sendable () -> Void = { Task { await supervisor.stop() } }
        let signals = SignalWatch([
            SIGTERM: stop, SIGINT: stop, SIGHUP: { Task { await supervisor.requestReload() } },
        ])
        defer { signals.stop() }
        try await supervisor.run()
    }
}
