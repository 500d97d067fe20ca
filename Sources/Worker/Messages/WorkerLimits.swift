/// What a worker may use. Each limit has the name of its configuration key, from there to the system call that sets it.
public struct WorkerLimits: Sendable, Hashable {
    /// The most address space a worker may have, in bytes (`limits.memory`, `RLIMIT_AS`). Default: 3 GiB, which the largest
    /// picture that `limits.pixels` takes by default needs at 8 bits a sample.
    public var memory = 3 << 30
    /// The most processor time for one file (`limits.cpu-time`, `RLIMIT_CPU`), in whole seconds. Default: 60 s.
    public var cpuTime = Duration.seconds(60)
    /// The most clock time for one file, waiting for its disk included (`limits.time`). Default: 5 min.
    public var time = Duration.seconds(300)
    /// The files after which a worker is replaced by a new one (`limits.files-per-worker`). Default: 1,000.
    public var filesPerWorker = 1_000

    /// The defaults.
    public init() {}
}
