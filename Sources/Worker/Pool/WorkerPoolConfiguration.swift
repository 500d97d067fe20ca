internal import CUprightLinux

/// The number of workers, their limits, and the path of their program.
package struct WorkerPoolConfiguration: Sendable, Hashable {
    /// The absolute path of the program; see `WorkerProgram`.
    package var program: String
    /// The maximum number of workers. They are started when there is work for them.
    package var size = 2
    /// The maximum number of working threads in all workers. When fewer pictures than workers are in progress, they
    /// share the threads. Default: the number of processors available to this process.
    package var threads = Int(upright_processors())
    /// How each worker is sandboxed. Default: `required`.
    package var sandbox = SandboxMode.required
    package var limits = WorkerLimits()

    /// Creates the defaults, with the program at a path.
    package init(program: String) { self.program = program }
}
