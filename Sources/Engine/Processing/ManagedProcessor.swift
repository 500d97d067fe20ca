internal import UprightConfiguration
package import UprightFiles
package import UprightWorker

/// A processor with its start-up, its health and its shutdown.
package struct ManagedProcessor: Sendable {
    package let processor: any PictureProcessor
    /// What the user should know, for example that a layer of the sandbox is missing.
    package var warnings: [String] = []
    /// Returns how many times a worker had to be replaced.
    package var restarts: @Sendable () -> Int = { 0 }
    /// Why no worker could be started when the processor was created; nil if one was.
    package var startProblem: String?
    /// Returns why the processor cannot work at present, for lack of processes or memory; nil if it can.
    package var problem: @Sendable () async -> String? = { nil }
    /// Shuts the processor down after its last picture.
    package var shutDown: @Sendable () async -> Void = {}

    /// Wraps a processor that needs no start-up or shutdown.
    package init(_ processor: any PictureProcessor) { self.processor = processor }

    /// Starts the processor that a configuration asks for: workers in a sandbox, or this process.
    ///
    /// - Parameter waitsForWorkers: whether to return a processor even if no worker can be started now for lack of processes
    ///   or memory (``startProblem``).
    package static func starting(
        _ configuration: Configuration, waitsForWorkers: Bool = false
    ) async throws(OperationError) -> ManagedProcessor {
        guard configuration.worker.sandbox != .off else { return ManagedProcessor(InProcessProcessor()) }
        let settings = try settings(configuration, jobs: configuration.parallelJobs)
        return try await starting(WorkerPool(settings), waitsForWorkers: waitsForWorkers)
    }

    /// Starts the processor that uses the pool's workers.
    package static func starting(
        _ pool: WorkerPool, waitsForWorkers: Bool = false
    ) async throws(OperationError) -> ManagedProcessor {
        var managed = ManagedProcessor(WorkerProcessor(pool: pool))
        do { managed.warnings = try await pool.start().problems } catch {
            let isShortage = if case .shortage = error { true } else { false }
            guard waitsForWorkers, isShortage else {
                await pool.shutDown()
                throw OperationError(error.description, isShortage ? .passing : .unavailable)
            }
            managed.startProblem = error.description
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
    ) throws(OperationError) -> WorkerPoolConfiguration {
        let program: String
        do { program = try WorkerProgram.locate() } catch { throw OperationError(error.description, .unavailable) }
        var settings = WorkerPoolConfiguration(program: program)
        settings.size = jobs
        settings.sandbox = mode ?? configuration.worker.sandbox
        settings.limits = configuration.worker.limits
        return settings
    }
}
