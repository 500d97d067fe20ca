internal import UprightConfiguration
package import UprightWorker

/// A processor with what has to be done for it when work begins and ends.
public struct ManagedProcessor: Sendable {
    /// The processor.
    public let processor: any PictureProcessor
    /// What the user should know of it: a layer of the sandbox that is missing.
    public var warnings: [String] = []
    /// How often a worker had to be replaced.
    public var restarts: @Sendable () -> Int = { 0 }
    /// Why no worker could be started when the processor was made; nil where one was.
    public var startProblem: String?
    /// Why it cannot work at present, for want of processes or memory; nil where it can.
    public var problem: @Sendable () async -> String? = { nil }
    /// Ends it, when its last picture is done.
    public var shutDown: @Sendable () async -> Void = {}

    /// A processor that needs nothing.
    public init(_ processor: any PictureProcessor) { self.processor = processor }

    /// Why there is none.
    public struct Unavailable: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is missing.
        public var description: String
        /// Whether it may be there later: the machine has no process or memory to spare now.
        public var isTransient = false
    }

    /// The processor that a configuration asks for: workers in a sandbox, or this very process.
    ///
    /// - Parameter isPatient: whether a processor is given though no worker can be started now for want of processes or
    ///   memory (``startProblem``).
    public static func starting(
        _ configuration: Configuration, isPatient: Bool = false
    ) async throws(Unavailable) -> ManagedProcessor {
        guard configuration.worker.sandbox != .off else { return ManagedProcessor(InProcessProcessor()) }
        let settings = try settings(configuration, jobs: configuration.parallelJobs)
        let pool = WorkerPool(settings)
        var managed = ManagedProcessor(WorkerProcessor(pool: pool))
        do { managed.warnings = try await pool.start().problems } catch {
            var unavailable = Unavailable(description: error.description)
            if case .shortage = error { unavailable.isTransient = true }
            guard isPatient, unavailable.isTransient else {
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

    /// How the workers that a configuration asks for are started.
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
