internal import UprightConfiguration
package import UprightWorker

/// A processor with its start-up, its health and its shutdown.
public struct ManagedProcessor: Sendable {
    /// The processor.
    public let processor: any PictureProcessor
    /// What the user should know, for example that a layer of the sandbox is missing.
    public var warnings: [String] = []
    /// Returns how many times a worker had to be replaced.
    public var restarts: @Sendable () -> Int = { 0 }
    /// Why no worker could be started when the processor was created; nil if one was.
    public var startProblem: String?
    /// Returns why the processor cannot work at present, for lack of processes or memory; nil if it can.
    public var problem: @Sendable () async -> String? = { nil }
    /// Shuts the processor down after its last picture.
    public var shutDown: @Sendable () async -> Void = {}

    /// Wraps a processor that needs no start-up or shutdown.
    public init(_ processor: any PictureProcessor) { self.processor = processor }

    /// Why no processor is available.
    public struct Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is missing.
        public var description: String
        /// Whether one may be available later: at present the machine lacks processes or memory.
        public var isTransient = false
    }

    /// Starts the processor that a configuration asks for: workers in a sandbox, or this process.
    ///
    /// - Parameter waitsForWorkers: whether to return a processor even if no worker can be started now for lack of processes
    ///   or memory (``startProblem``).
    public static func starting(
        _ configuration: Configuration, waitsForWorkers: Bool = false
    ) async throws(Unavailable) -> ManagedProcessor {
        guard configuration.worker.sandbox != .off else { return ManagedProcessor(InProcessProcessor()) }
        let settings = try settings(configuration, jobs: configuration.parallelJobs)
        return try await starting(WorkerPool(settings), waitsForWorkers: waitsForWorkers)
    }

    /// Starts the processor that uses the pool's workers.
    package static func starting(
        _ pool: WorkerPool, waitsForWorkers: Bool = false
    ) async throws(Unavailable) -> ManagedProcessor {
        var managed = ManagedProcessor(WorkerProcessor(pool: pool))
        do { managed.warnings = try await pool.start().problems } catch {
            var unavailable = Unavailable(description: error.description)
            if case .shortage = error { unavailable.isTransient = true }
            guard waitsForWorkers, unavailable.isTransient else {
                await pool.shutDown()
                throw unavailable
            }
            managed.startProblem = unavailable.description
        }
        managed.problem = {
            do throws(WorkerError) {
                _ = try await pool.start()
                return nil
            } catch {
                return error.description
            }
        }
        managed.restarts = { pool.restarts }
        managed.shutDown = { await pool.shutDown() }
        return managed
    }

    /// Returns how to start the workers that a configuration asks for.
    package static func settings(
        _ configuration: Configuration, jobs: Int, forcing mode: SandboxMode? = nil
    ) throws(Unavailable) -> WorkerPoolConfiguration {
        let program: String
        do { program = try WorkerProgram.locate() } catch { throw Unavailable(description: error.description) }
        var settings = WorkerPoolConfiguration(program: program)
        settings.size = jobs
        settings.sandbox = mode ?? configuration.worker.sandbox
        settings.limits = configuration.worker.limits
        return settings
    }
}
