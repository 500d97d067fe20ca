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
    /// What each may use.
    public var limits = WorkerLimits()

    /// The defaults, with the program at the given path.
    public init(program: String) { self.program = program }
}
