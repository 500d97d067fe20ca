internal import CUprightLinux
internal import Glibc
internal import Synchronization
internal import UprightFiles
internal import UprightBase

/// A child process in its own process group. Its standard output is discarded; it inherits standard error.
final class ChildProcess: Sendable {
    /// The value of `SWIFT_BACKTRACE` with which a crash ends a process at once.
    static let withoutBacktrace = "enable=no,swift-backtrace=/"

    /// The error of a system call.
    static func failure(_ code: CInt) -> OperationError { OperationError(String(cString: strerror(code))) }

    private let identifier: pid_t
    private let isReaped = Mutex(false)

    /// Starts the program whose path is the first of `words`, with `input` on its standard input.
    convenience init(_ words: [String], input: [UInt8], environment: [String]) throws(OperationError) {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile.inMemory()
            try file.write(input)
        } catch { throw OperationError(error.description) }
        try self.init(words[0], words, standardInput: file.descriptor, environment: environment)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - words: Its arguments, starting with its name.
    ///   - standardInput: The descriptor of its standard input, which the caller closes.
    ///   - environment: Its whole environment, as `NAME=value`.
    init(_ path: String, _ words: [String], standardInput: CInt, environment: [String]) throws(OperationError) {
        let diagnostics = fcntl(2, F_DUPFD_CLOEXEC, 3)
        guard diagnostics >= 0 else { throw Self.failure(errno) }
        defer { close(diagnostics) }
        // Never descriptors below 3, which become the child's own.
        let channel = fcntl(standardInput, F_DUPFD_CLOEXEC, 3)
        guard channel >= 0 else { throw Self.failure(errno) }
        defer { close(channel) }
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var identifier = pid_t()
        let started = clinux_spawn(path, arguments, variables, channel, diagnostics, &identifier)
        guard started == 0 else { throw Self.failure(-started) }
        self.identifier = identifier
    }

    /// Waits for its end. Returns its exit status, or -1 if a signal ended it.
    func end() async -> CInt {
        // It takes no thread from other work for as long as the program likes to run.
        if let status = await SystemThread.perform({ self.reap() }) { return status }
        return await offTheCooperativePool { self.reap() }
    }

    /// Waits for its end on this thread, which it blocks. Returns its exit status, or -1 if a signal ended it.
    func reap() -> CInt {
        // WNOWAIT keeps the process ID reserved, so that a concurrent kill cannot reach a process that reuses it.
        var facts = siginfo_t()
        while waitid(P_PID, id_t(identifier), &facts, CInt(WEXITED) | CInt(WNOWAIT)) != 0, errno == EINTR {}
        return isReaped.withLock { isReaped in
            isReaped = true
            var (status, signal, peak): (CInt, CInt, Int64) = (-1, 0, 0)
            return clinux_reap(identifier, &status, &signal, &peak) == 0 ? status : -1
        }
    }

    /// Kills it and its descendants in the same process group.
    func killGroup() { kill(-identifier) }

    /// Kills it alone.
    func kill() { kill(identifier) }

    /// Sends SIGKILL, unless the process has been reaped and its ID may be reused.
    private func kill(_ target: pid_t) {
        isReaped.withLock { isReaped in
            if !isReaped { Glibc.kill(target, SIGKILL) }
        }
    }
}
