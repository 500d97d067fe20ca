internal import UprightConfiguration
internal import UprightEngine
internal import Synchronization
internal import UprightWorker

/// The processor of the default configuration, which starts while the arguments are parsed: a worker takes as long to start.
///
/// A command that turns out to need another one, or none, leaves it unused.
struct EarlyProcessor: Sendable {
    /// The processor that was started and that no command has taken.
    private static let started = Mutex<EarlyProcessor?>(nil)

    private let settings: WorkerPoolConfiguration
    private let processor: Task<ManagedProcessor, any Error>

    /// Starts a processor if the arguments are those of a command that is likely to need it.
    static func start(for arguments: [String]) {
        let others = ["--config", "--jobs", "--help", "-h"]
        guard arguments.first == "reprocess",
            !arguments.contains(where: { argument in others.contains { argument.hasPrefix($0) } })
        else { return }
        let configuration = Configuration()
        do {
            let early = EarlyProcessor(
                settings: try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs),
                processor: Task.detached { try await ManagedProcessor.starting(configuration) })
            started.withLock { $0 = early }
        } catch {
            // The command says so when it starts its own.
        }
    }

    /// The processor that a configuration asks for: the one that was started early if it is the same, else a new one.
    static func processor(for configuration: Configuration) async throws -> ManagedProcessor {
        guard let early = started.withLock({ $0.take() }) else {
            return try await ManagedProcessor.starting(configuration)
        }
        if configuration.worker.sandbox != .off,
            early.settings == (try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs))
        {
            return try await early.processor.value
        }
        // Ended, so that it takes no memory from those that work.
        async let unused: Void? = try? early.processor.value.shutDown()
        let processor = try await ManagedProcessor.starting(configuration)
        _ = await unused
        return processor
    }
}
