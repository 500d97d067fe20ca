internal import CUprightLinux
internal import Glibc
internal import Logging
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
            do throws(ChildProcess.Failure) {
                let status = try await runOnce()
                if Task.isCancelled { return }
                if status == Self.unavailable { return }
                end = status < 0 ? "by a signal" : "with status \(status)"
            } catch { end = "before it began: \(error)" }
            if ContinuousClock.now - begun > Self.longestPause { pause = Self.shortestPause }
            log.limited("gallery", .error, "the gallery's process ended \(end); it is started again in \(pause)")
            do { try await Task.sleep(for: pause) } catch { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Starts it and waits for its end; gives its exit status, -1 for a signal.
    private func runOnce() async throws(ChildProcess.Failure) -> CInt {
        var sockets: [CInt] = [-1, -1]
        let paired = clinux_socket_pair(&sockets)
        guard paired == 0 else { throw ChildProcess.Failure(-paired) }
        let (ours, theirs) = (sockets[0], sockets[1])
        defer { close(ours) }
        let child: ChildProcess
        do throws(ChildProcess.Failure) {
            defer { close(theirs) }
            child = try start(theirs)
        } catch { throw error }
        return await withTaskCancellationHandler {
            await offTheCooperativePool { child.reap() }
        } onCancel: {
            // It ends when its input does.
            shutdown(ours, CInt(SHUT_RDWR))
            Task.detached {
                do { try await Task.sleep(for: Self.endingTime) } catch { return }
                child.kill()
            }
        }
    }

    private func start(_ input: CInt) throws(ChildProcess.Failure) -> ChildProcess {
        let environment = Self.kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        return try ChildProcess(
            "/proc/self/exe", ["upright", "gallery", "--config", file, "--service", "--end-with-input"],
            standardInput: input, environment: environment)
    }

    /// What the process is told of our environment.
    private static let kept = [
        "PATH", "HOME", "LANG", "TZ", "JOURNAL_STREAM", "LD_LIBRARY_PATH", "UPRIGHT_CODEC", "SWIFT_BACKTRACE",
    ]
}
