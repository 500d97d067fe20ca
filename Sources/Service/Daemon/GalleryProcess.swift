internal import CUprightLinux
internal import Glibc
internal import Logging
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles

/// Serves the gallery from a separate process, `upright gallery --service`, so that no visitor reaches the process that
/// normalizes pictures. Restarts the process when it ends: at once, and after growing pauses if it keeps ending.
struct GalleryProcess: Sendable {
    /// The exit status of a gallery that is not permitted to listen (`EX_UNAVAILABLE`), which is not restarted.
    static let unavailable: CInt = 69

    private let file: String
    private let log: DaemonLog
    private let metrics: Metrics

    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(60)
    /// A process that has run for longer than this is restarted at once.
    private static let steadyTime = Duration.seconds(60)
    /// How long the process can take to end before it is killed.
    private static let endingTime = Duration.seconds(4)

    /// Creates the process for a configuration; nil if it has no gallery.
    init?(_ configuration: Configuration, log: DaemonLog, metrics: Metrics) {
        guard configuration.gallery.listen != nil, let file = configuration.file else { return nil }
        self.file = file
        self.log = log
        self.metrics = metrics
    }

    /// Keeps it running until this task is cancelled.
    func run() async {
        var pause = Duration.zero
        while !Task.isCancelled {
            let start = ContinuousClock.now
            let end: String
            do throws(OperationError) {
                let status = try await runOnce()
                if Task.isCancelled { return }
                if status == Self.unavailable { return }
                end = status < 0 ? "by a signal" : "with status \(status)"
            } catch { end = "before it started: \(error)" }
            if ContinuousClock.now - start > Self.steadyTime { pause = .zero }
            let when = pause > .zero ? "in \(pause)" : "at once"
            log.limited("gallery", .error, "the gallery's process ended \(end); restarting it \(when)")
            metrics.countGalleryRestart()
            do { try await Task.sleep(for: pause) } catch { return }
            pause = min(max(pause * 2, Self.shortestPause), Self.longestPause)
        }
    }

    /// Starts it and waits for its end. Returns its exit status, or -1 if a signal ended it.
    private func runOnce() async throws(OperationError) -> CInt {
        var sockets: [CInt] = [-1, -1]
        let paired = clinux_socket_pair(&sockets)
        guard paired == 0 else { throw ChildProcess.failure(-paired) }
        let (ours, theirs) = (sockets[0], sockets[1])
        defer { close(ours) }
        let child: ChildProcess
        do throws(OperationError) {
            defer { close(theirs) }
            child = try start(theirs)
        } catch { throw error }
        return await withTaskCancellationHandler {
            await child.end()
        } onCancel: {
            // It ends when its standard input is closed.
            shutdown(ours, CInt(SHUT_RDWR))
            Task.detached {
                do { try await Task.sleep(for: Self.endingTime) } catch { return }
                child.kill()
            }
        }
    }

    private func start(_ input: CInt) throws(OperationError) -> ChildProcess {
        let environment =
            Self.kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
            + ["SWIFT_BACKTRACE=" + ChildProcess.withoutBacktrace]
        return try ChildProcess(
            "/proc/self/exe", ["upright", "gallery", "--config", file, "--service", "--end-with-input"],
            standardInput: input, environment: environment)
    }

    /// The environment variables that the process inherits.
    private static let kept = [
        "PATH", "HOME", "LANG", "TZ", "JOURNAL_STREAM", "LD_LIBRARY_PATH", "UPRIGHT_CODEC",
    ]
}
