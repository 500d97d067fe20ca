public import Foundation
internal import CTestSupport
internal import Synchronization

/// A program that runs beside the test, with no descriptors but its standard streams.
///
/// Foundation's `Process` is not used: to find the descriptors that its child shall not have, it copies 256 bytes for
/// each name in `/proc/self/fd`, which is more than `readdir` has read. In a process with more than 1,365 descriptors,
/// as that of tests that run together is, its buffer is full to the end, and the copy can end the process
/// (swift-corelibs-foundation#5472).
public final class ChildProcess: Sendable {
    /// Where a stream of the program begins or ends.
    public enum Stream {
        /// Empty as an input, discarded as an output.
        case nothing
        /// A file that exists: read as an input, overwritten as an output.
        case file(URL)
        /// The other end is in `input` or `output`.
        case pipe
    }

    /// The number of the process.
    public let id: pid_t
    /// Writes to the program's standard input, if that is a pipe.
    public let input: FileHandle?
    /// Reads from the program's standard output, if that is a pipe.
    public let output: FileHandle?
    /// The status; nil while the program has not been waited for.
    private let end = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name to search for in `PATH`.
    ///   - environment: variables in addition to those of this process.
    ///   - folder: the working directory.
    ///   - error: a pipe is not possible here.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: URL? = nil,
        input: Stream = .nothing, output: Stream = .nothing, error: Stream = .nothing
    ) throws {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // What this process ignores or blocks would stay so in the program.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var pipes: [Pipe?] = []
        for (number, (stream, mode)) in [(input, O_RDONLY), (output, O_WRONLY), (error, O_WRONLY)].enumerated() {
            var pipe: Pipe?
            switch stream {
            case .nothing:
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", mode, 0)
            case .file(let url):
                posix_spawn_file_actions_addopen(&actions, Int32(number), url.path(percentEncoded: false), mode, 0)
            case .pipe:
                precondition(number < 2)
                let made = Pipe()
                let handle = number == 0 ? made.fileHandleForReading : made.fileHandleForWriting
                posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, Int32(number))
                pipe = made
            }
            pipes.append(pipe)
        }
        test_close_from(&actions, 3)
        if let folder { test_change_folder(&actions, folder.path(percentEncoded: false)) }

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let definitions = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + definitions { free(text) } }
        var id = pid_t()
        let code = posix_spawnp(&id, program, &actions, &attributes, words, definitions)
        guard code == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL, userInfo: [NSFilePathErrorKey: program])
        }
        self.id = id
        try pipes[0]?.fileHandleForReading.close()
        try pipes[1]?.fileHandleForWriting.close()
        (self.input, self.output) = (pipes[0]?.fileHandleForWriting, pipes[1]?.fileHandleForReading)
    }

    /// Sends a signal, unless the program has been waited for.
    public func signal(_ number: Int32) {
        end.withLock { if $0 == nil { kill(id, number) } }
    }

    /// Waits for the program's end, and returns its exit status; the negated signal number if a signal ended it.
    @discardableResult public func wait() -> Int32 {
        while end.withLock({ $0 }) == nil {
            // Without taking the status away, so that a signal or another thread's question never meets a number that
            // belongs to another process by then.
            var information = siginfo_t()
            guard waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == 0 else { continue }
            _ = isRunning
        }
        return end.withLock { $0 ?? 0 }
    }

    /// Whether the program has not ended.
    public var isRunning: Bool {
        end.withLock { end in
            guard end == nil else { return false }
            var status: Int32 = 0
            guard waitpid(id, &status, WNOHANG) == id else { return true }
            end = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
            return false
        }
    }
}
