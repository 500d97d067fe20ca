public import UprightWorker

/// The limits and the confinement of the worker processes, which decode pictures.
public struct WorkerConfiguration: Sendable, Hashable {
    /// How workers are confined (`sandbox`). Default: `best-effort`.
    public var sandbox = SandboxMode.bestEffort
    /// The resources that each worker can use (`limits`).
    public var limits = WorkerLimits()

    /// Creates the defaults.
    public init() {}
}
