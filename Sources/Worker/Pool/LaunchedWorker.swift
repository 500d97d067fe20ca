internal import CUprightLinux
internal import Glibc

/// A worker's process that was started and has not sent its first message. Ends with this value unless a ``WorkerProcess`` takes it.
struct LaunchedWorker: ~Copyable {
    /// Its process, until something else has taken charge of it.
    private var identifier: pid_t?
    private let channel: Channel
    private let diagnostics: Int32

    /// The most bytes that a worker can write to standard error.
    static let maximumDiagnostics = 4096
    /// More threads barely speed up the work on one picture.
    private static let maximumThreads = 4

    /// Starts a process, which takes some milliseconds to enter its sandbox.
    init(_ configuration: WorkerPoolConfiguration, loadsLibraries: Bool) throws(WorkerError) {
        var sockets: [Int32] = [-1, -1]
        let paired = clinux_socket_pair(&sockets)
        guard paired == 0 else { throw .starting("socketpair", errno: -paired) }
        let diagnostics = clinux_fixed_memory_file("upright-codec-stderr", UInt64(Self.maximumDiagnostics))
        guard diagnostics >= 0 else {
            for socket in sockets { close(socket) }
            throw .starting("memfd_create", errno: -diagnostics)
        }
        var identifier = pid_t()
        let command = WorkerArguments(
            mode: configuration.sandbox, memory: configuration.limits.memory,
            threads: max(min(configuration.threads, Self.maximumThreads), 1), loadsLibraries: loadsLibraries)
        let started = Self.spawn(
            configuration.program, command.serialized, channel: sockets[1], diagnostics: diagnostics, &identifier)
        // Only the worker then holds its end, so this side notices when the worker ends.
        close(sockets[1])
        guard started == 0 else {
            close(sockets[0])
            close(diagnostics)
            throw .starting(configuration.program, errno: -started)
        }
        LiveWorkers.started(identifier)
        self.identifier = identifier
        self.channel = Channel(descriptor: sockets[0])
        self.diagnostics = diagnostics
    }

    deinit {
        guard let identifier else { return }
        kill(identifier, SIGKILL)
        _ = LiveWorkers.reap(identifier)
        close(channel.descriptor)
        close(diagnostics)
    }

    /// Hands over the process and the descriptors, which this value then no longer ends and closes.
    consuming func release() -> (identifier: pid_t, channel: Channel, diagnostics: Int32) {
        (identifier.take() ?? 0, channel, diagnostics)
    }

    /// No backtrace, since the signal alone shows a crash; without the program's path, each start would look for it in seven
    /// places. The cache of freed blocks keeps those that metadata is made of, and none above 128 bytes, since these would lie
    /// scattered between a picture's large blocks and fragment the space for the next picture: a third to two thirds more memory.
    private static let environment = [
        "SWIFT_BACKTRACE=enable=no,swift-backtrace=/",
        "GLIBC_TUNABLES=glibc.malloc.tcache_count=400:glibc.malloc.tcache_max=128",
    ]

    private static func spawn(
        _ program: String, _ arguments: [String], channel: Int32, diagnostics: Int32, _ identifier: inout pid_t
    ) -> Int32 {
        let argumentPointers: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        let environmentPointers: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        return clinux_spawn(program, argumentPointers, environmentPointers, channel, diagnostics, &identifier)
    }
}
