internal import CUprightLinux
internal import Glibc

/// Reports the daemon's state to the service manager (`sd_notify(3)`), if there is one.
struct ServiceNotifier: Sendable {
    private let socket: String?
    /// Whether a service manager runs this process.
    var isInService: Bool { socket != nil }
    /// The interval of the heartbeat.
    let heartbeat: Duration

    init() {
        socket = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
        var interval = Duration.seconds(10)
        if let text = getenv("WATCHDOG_USEC"), let microseconds = Int64(String(cString: text)), microseconds > 0 {
            interval = min(interval, .microseconds(microseconds / 3))
        }
        heartbeat = max(interval, .milliseconds(50))
    }

    func send(_ message: String) {
        guard let socket else { return }
        // A service manager that does not listen must not stop the daemon.
        _ = upright_notify(socket, message, message.utf8.count)
    }

    static var monotonicMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
