/// The resources that a worker may use. Each limit keeps the name of its configuration key throughout.
package struct WorkerLimits: Sendable, Hashable {
    /// The maximum address space of a worker, in bytes (`limits.memory`, `RLIMIT_AS`). Default: 3 GiB, which is what
    /// the largest picture within the default of `limits.pixels` needs at 8 bits per sample.
    package var memory = 3 << 30
    /// The maximum processor time per file (`limits.cpu-time`, `RLIMIT_CPU`), in whole seconds. Default: 60 s.
    package var cpuTime = Duration.seconds(60)
    /// The maximum wall-clock time per file, including waits for the disk (`limits.time`). Default: 5 min.
    package var time = Duration.seconds(300)
    /// The number of files after which a worker is replaced (`limits.files-per-worker`). Default: 1,000.
    package var filesPerWorker = 1_000

    package init() {}
}
