internal import CUprightLinux

/// The number of workers, their limits, and the path of their program.
public struct WorkerPoolConfiguration: Sendable, Hashable {
    /// The absolute path of the program; see `WorkerProgram`.
    public var program: String
    /// The maximum number of workers. They are started when there is work for them.
    public var size = 2
    /// The maximum number of working threads in all workers. When fewer pictures than workers are in progress, they
    /// share the threads. Default: the number of processors available to this process.
    public var threads = Int(upright_processors())
    /// How each worker is sandboxed. Default: `required`.
    public var sandbox = SandboxMode.required
    /// The limits of each worker.
    public var limits = WorkerLimits()

    /// Creates the defaults, with the program at a path.
    public init(program: String) { self.program = program }
}
