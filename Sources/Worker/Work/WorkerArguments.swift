internal import Glibc
internal import UprightCodecs
package import UprightBase

/// The command line of `upright-codec`, which a supervisor runs with a socket as descriptor 0.
package struct WorkerArguments: Sendable, Hashable {
    /// How the worker is sandboxed.
    package var mode = SandboxMode.required
    /// The maximum address space, in bytes; see ``WorkerLimits/memory``.
    package var memory = WorkerLimits().memory
    /// The maximum number of threads that may share the work on a picture.
    package var threads = 1
    /// Whether the worker loads the libraries that few pictures need; see ``CodecLibraries``.
    package var loadsLibraries = false
    /// Whether to test the sandbox and print what it refuses, instead of serving.
    package var probes = false

    package init(mode: SandboxMode, memory: Int, threads: Int, loadsLibraries: Bool = false) {
        self.mode = mode
        self.memory = memory
        self.threads = threads
        self.loadsLibraries = loadsLibraries
    }

    /// Parses the arguments, without the program's name; nil if they are invalid.
    package init?(parsing arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--probe-sandbox": probes = true
            case "--libraries": loadsLibraries = true
            case "--sandbox":
                guard let mode = rest.popFirst().flatMap(SandboxMode.init(rawValue:)) else { return nil }
                self.mode = mode
            case "--memory":
                guard let bytes = rest.popFirst().flatMap(Int.init), bytes > 0 else { return nil }
                memory = bytes
            case "--threads":
                guard let threads = rest.popFirst().flatMap(Int.init), threads > 0 else { return nil }
                self.threads = threads
            default: return nil
            }
        }
    }

    /// The arguments of this command; the inverse of `init(parsing:)`.
    package var serialized: [String] {
        ["--sandbox", mode.rawValue, "--memory", String(memory), "--threads", String(threads)]
            + (loadsLibraries ? ["--libraries"] : []) + (probes ? ["--probe-sandbox"] : [])
    }

    /// Runs the command; returns the exit status.
    package func run(
        perform: (WorkerRequest, [Int32], ThreadPool) throws(ChannelError) -> WorkerAnswer = Worker.answer
    ) -> Int32 {
        let sandbox = Sandbox(mode: mode, memory: memory)
        // Later, no file can be opened.
        if loadsLibraries { CodecLibraries.load() } else { CodecLibraries.leaveOut() }
        if probes { return probe(sandbox) }
        // When a service is stopped, each of its processes gets a signal. The worker ignores it, since the picture in
        // progress must be finished; the supervisor ends its workers itself.
        for request in [SIGTERM, SIGINT, SIGHUP] { signal(request, SIG_IGN) }
        do throws(Worker.Failure) {
            try Worker.serve(Channel(descriptor: 0), in: sandbox, threads: threads, perform: perform)
            return 0
        } catch { return error.rawValue }
    }

    /// Prints the status and each attempt; returns 0 if everything was refused.
    private func probe(_ sandbox: Sandbox) -> Int32 {
        let status = sandbox.apply()
        var text = "sandbox \(mode.rawValue); Landlock \(status.landlockABI.map { "ABI \($0)" } ?? "absent")"
        text += "; filter \(status.hasSystemCallFilter); privileges dropped \(status.hasDroppedPrivileges)\n"
        for problem in status.problems { text += "problem: \(problem)\n" }
        let attempts = SandboxProbe.run()
        for attempt in attempts {
            text += "\(attempt.wasDenied ? "denied" : "POSSIBLE") \(attempt.name) (errno \(attempt.error))\n"
        }
        let bytes = Array(text.utf8)
        let written = write(1, bytes, bytes.count)
        return written == bytes.count && attempts.allSatisfy(\.wasDenied) ? 0 : 1
    }
}
