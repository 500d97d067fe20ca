package import UprightWorker

/// The limits and the confinement of the worker processes, which decode pictures.
package struct WorkerConfiguration: Sendable, Hashable {
    /// How workers are confined (`sandbox`). Default: `best-effort`.
    package var sandbox = SandboxMode.bestEffort
    /// The resources that each worker can use (`limits`).
    package var limits = WorkerLimits()

    package init() {}
}
