internal import Glibc

/// A system thread, for work that blocks or computes for a long time.
public enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Puts the calling thread to sleep.
    public static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
    }

    /// Keeps the calling thread for signals, whose handlers it runs, until the process ends.
    ///
    /// - Parameters:
    ///   - interval: how often to call `look`; nil for never.
    ///   - look: is also called after each signal.
    public static func waitForSignals(every interval: Duration?, _ look: () -> Void = {}) -> Never {
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        // libdispatch's handlers send a signal again, for the thread that waits for its event: this one must have it blocked
        // after each handler.
        pthread_sigmask(SIG_SETMASK, &all, nil)
        guard let interval else { while true { sigsuspend(&none) } }
        let (seconds, attoseconds) = interval.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        while true {
            pselect(0, nil, nil, nil, &time, &none)
            look()
        }
    }

    /// Waits for work on a thread of its own, which may block for as long as another process wants.
    ///
    /// - Returns: its result; nil if the system grants no more threads.
    @discardableResult
    package static func perform<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
        await withCheckedContinuation { continuation in
            if !run({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
        }
    }

    /// Runs `body` on a new thread that receives no signals. Returns false if the system grants no more threads.
    ///
    /// - Parameter stackBytes: the size of its stack; nil for the default, 8 MiB of address space.
    public static func run(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let context = Unmanaged.passRetained(Body(body))
        let error = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { attributes in
            guard let attributes = attributes.baseAddress else { return EAGAIN }
            pthread_attr_init(attributes)
            defer { pthread_attr_destroy(attributes) }
            if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
            pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
            var thread = pthread_t()
            return pthread_create(
                &thread, attributes,
                { context in
                    Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                    return nil
                }, context.toOpaque())
        }
        if error != 0 { context.release() }
        return error == 0
    }
}
