/// The processes that decode pictures, and what holds them in.
public struct WorkerConfiguration: Sendable, Hashable {
    /// Whether untrusted bytes are decoded in a confined process.
    public enum Sandbox: String, Sendable, Hashable, CaseIterable {
        /// Every layer must be in force, else nothing is decoded.
        case required
        /// What the kernel offers is in force; what it lacks is logged.
        case bestEffort = "best-effort"
        /// Decode in this process.
        case off
    }

    /// How decoding is confined (`sandbox`). Default: `best-effort`.
    public var sandbox = Sandbox.bestEffort
    /// Address space of one worker, in bytes (`limits.memory`). Default: 3 GiB, which
    /// the largest picture that `limits.pixels` takes by default needs at 8 bits a sample.
    public var memory = 3 << 30
    /// Processor time for one file (`limits.cpu-time`). Default: 60 s.
    public var cpuTime = Duration.seconds(60)
    /// Clock time for one file (`limits.time`). Default: 5 min.
    public var time = Duration.seconds(300)
    /// Files after which a worker is replaced by a fresh one (`limits.files-per-worker`). Default: 1,000.
    public var filesPerWorker = 1_000

    /// The defaults.
    public init() {}
}
