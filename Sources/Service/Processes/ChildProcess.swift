internal import CUprightLinux
internal import Glibc
internal import Synchronization
internal import UprightFiles

/// A program that runs beside this one, in a process group of its own. Its standard output goes nowhere, its standard error
/// where ours goes.
final class ChildProcess: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ code: CInt) { description = String(cString: strerror(code)) }
        init(_ error: FileError) { description = error.description }
    }

    private let identifier: pid_t
    private let isReaped = Mutex(false)

    /// Starts a program by its path, the first of its words; it reads `input`.
    convenience init(_ words: [String], input: [UInt8], environment: [String]) throws(Failure) {
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile.inMemory()
            try file.write(input)
        } catch { throw Failure(error) }
        try self.init(words[0], words, standardInput: file.descriptor, environment: environment)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the program.
    ///   - words: its arguments, its name first.
    ///   - standardInput: the descriptor that it reads; the caller's to close.
    ///   - environment: `NAME=value`, and nothing else.
    init(_ path: String, _ words: [String], standardInput: CInt, environment: [String]) throws(Failure) {
        let diagnostics = fcntl(2, F_DUPFD_CLOEXEC, 3)
        guard diagnostics >= 0 else { throw Failure(errno) }
        defer { close(diagnostics) }
        // Never descriptors below 3, which the child's own are made of.
        let channel = fcntl(standardInput, F_DUPFD_CLOEXEC, 3)
        guard channel >= 0 else { throw Failure(errno) }
        defer { close(channel) }
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var identifier = pid_t()
        let started = clinux_spawn(path, arguments, variables, channel, diagnostics, &identifier)
        guard started == 0 else { throw Failure(-started) }
        self.identifier = identifier
    }

    /// Waits for its end; gives its exit status, -1 for a signal.
    func reap() -> CInt {
        // Waited for without taking its number away, so that nobody is killed whose number it has become.
        var facts = siginfo_t()
        while waitid(P_PID, id_t(identifier), &facts, CInt(WEXITED) | CInt(WNOWAIT)) != 0, errno == EINTR {}
        return isReaped.withLock { isReaped in
            isReaped = true
            var (status, signal, peak): (CInt, CInt, Int64) = (-1, 0, 0)
            return clinux_reap(identifier, &status, &signal, &peak) == 0 ? status : -1
        }
    }

    /// Kills it and what it has started, as far as that stays in its group.
    func killGroup() { kill(-identifier) }

    /// Kills it alone.
    func kill() { kill(identifier) }

    /// Nobody is killed whose number may be somebody else's by then.
    private func kill(_ target: pid_t) {
        isReaped.withLock { isReaped in
            if !isReaped { Glibc.kill(target, SIGKILL) }
        }
    }
}
