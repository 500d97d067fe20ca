internal import CUprightLinux
internal import Glibc
internal import Logging
internal import Synchronization
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// Has the gallery served by a process of its own, `upright gallery --service`, so that nothing a visitor does reaches the
/// process that works on pictures. It is started again when it ends.
struct GalleryProcess: Sendable {
    /// The exit status of a gallery that this service cannot have (`EX_UNAVAILABLE`): it is not started again.
    static let unavailable: CInt = 69

    private let file: String
    private let log: DaemonLog

    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)
    /// How long it may take to end when it is asked to.
    private static let endingTime = Duration.seconds(4)

    /// The process that a configuration asks for; nil where it asks for none.
    init?(_ configuration: Configuration, log: DaemonLog) {
        guard configuration.gallery.listen != nil, let file = configuration.file else { return nil }
        self.file = file
        self.log = log
    }

    /// Keeps it running until this task is cancelled.
    func run() async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let begun = ContinuousClock.now
            let end: String
            do throws(Failure) {
                let status = try await runOnce()
                if Task.isCancelled { return }
                if status == Self.unavailable { return }
                end = status < 0 ? "by a signal" : "with status \(status)"
            } catch { end = error.description }
            if ContinuousClock.now - begun > Self.longestPause { pause = Self.shortestPause }
            log.limited("gallery", .error, "the gallery's process ended \(end); it is started again in \(pause)")
            do { try await Task.sleep(for: pause) } catch { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        var errno: CInt
        var description: String { "before it began: \(String(cString: strerror(errno)))" }
    }

    /// Starts it and waits for its end; gives its exit status, -1 for a signal.
    private func runOnce() async throws(Failure) -> CInt {
        var sockets: [CInt] = [-1, -1]
        let paired = clinux_socket_pair(&sockets)
        guard paired == 0 else { throw Failure(errno: -paired) }
        let (ours, theirs) = (sockets[0], sockets[1])
        defer { close(ours) }
        let identifier: pid_t
        do throws(Failure) {
            defer { close(theirs) }
            identifier = try start(theirs)
        } catch { throw error }
        // Nobody is killed whose number may be somebody else's by then.
        let living = LivingProcess(identifier)
        return await withTaskCancellationHandler {
            await offTheCooperativePool { living.reap() }
        } onCancel: {
            // It ends when its input does.
            shutdown(ours, CInt(SHUT_RDWR))
            Task.detached {
                do { try await Task.sleep(for: Self.endingTime) } catch { return }
                living.kill()
            }
        }
    }

    private func start(_ input: CInt) throws(Failure) -> pid_t {
        let diagnostics = fcntl(2, F_DUPFD_CLOEXEC, 3)
        guard diagnostics >= 0 else { throw Failure(errno: errno) }
        defer { close(diagnostics) }
        let arguments = ["upright", "gallery", "--config", file, "--service", "--end-with-input"]
        let environment = Self.kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        let argumentPointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let environmentPointers: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var identifier = pid_t()
        let started = clinux_spawn(
            "/proc/self/exe", argumentPointers, environmentPointers, input, diagnostics, &identifier)
        guard started == 0 else { throw Failure(errno: -started) }
        return identifier
    }

    /// What the process is told of our environment.
    private static let kept = [
        "PATH", "HOME", "LANG", "TZ", "JOURNAL_STREAM", "LD_LIBRARY_PATH", "UPRIGHT_CODEC", "SWIFT_BACKTRACE",
    ]
}

/// A child that has not been waited for yet.
private final class LivingProcess: Sendable {
    private let identifier: pid_t
    private let isReaped = Mutex(false)

    init(_ identifier: pid_t) { self.identifier = identifier }

    func reap() -> CInt {
        // Waited for without taking its number away, so that `kill` never meets another process.
        var facts = siginfo_t()
        while waitid(P_PID, id_t(identifier), &facts, CInt(WEXITED) | CInt(WNOWAIT)) != 0, errno == EINTR {}
        return isReaped.withLock { isReaped in
            isReaped = true
            var (status, signal, peak): (CInt, CInt, Int64) = (-1, 0, 0)
            return clinux_reap(identifier, &status, &signal, &peak) == 0 ? status : -1
        }
    }

    func kill() {
        isReaped.withLock { isReaped in
            if !isReaped { Glibc.kill(identifier, SIGKILL) }
        }
    }
}
