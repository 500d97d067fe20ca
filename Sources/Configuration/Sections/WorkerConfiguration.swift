public import UprightWorker

/// The processes that decode pictures, and what confines them.
public struct WorkerConfiguration: Sendable, Hashable {
    /// How decoding is confined (`sandbox`). Default: `best-effort`.
    public var sandbox = SandboxMode.bestEffort
    /// What each process may use (`limits`).
    public var limits = WorkerLimits()

    /// The defaults.
    public init() {}
}
