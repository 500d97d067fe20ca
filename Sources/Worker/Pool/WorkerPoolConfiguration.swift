internal import CUprightLinux

/// How many workers there are, what each may use, and where their program is.
public struct WorkerPoolConfiguration: Sendable, Hashable {
    /// The program, an absolute path; see `WorkerProgram`.
    public var program: String
    /// The most workers at a time. They are started when there is work for them.
    public var size = 2
    /// The most threads that are to be at work in all workers. Those that are idle help with what there is. Default: as
    /// many as there are processors for this process.
    public var threads = Int(upright_processors())
    /// How firmly each is confined. Default: `required`.
    public var sandbox = SandboxMode.required
    /// The most address space a worker may have, in bytes (`limits.memory`). Default: 3 GiB.
    public var addressSpace: UInt64 = 1 << 30
    /// The CPU seconds a picture may take (`limits.cpu-time`). Default: 60.
    public var cpuSeconds = 60
    /// The seconds a picture may take altogether, waiting for its disk included (`limits.time`). Default: 300.
    public var seconds = 300
    /// After how many pictures a worker is replaced by a new one (`limits.files-per-worker`). Default: 1,000.
    public var picturesPerWorker = 1_000

    /// The defaults, with the program at the given path.
    public init(program: String) { self.program = program }
}
