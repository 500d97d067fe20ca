internal import Dispatch
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

    /// Returns how many threads, up to the given number, the process can start in addition to its own. It starts them and
    /// blocks until they have ended.
    public static func room(for wanted: Int) -> Int {
        // They receive no signals, and end when all have started.
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let end = DispatchSemaphore(value: 0)
        var started: [pthread_t] = []
        withExtendedLifetime(end) {
            let context = Unmanaged.passUnretained(end).toOpaque()
            for _ in 0..<wanted {
                var thread = pthread_t()
                let error = pthread_create(
                    &thread, nil,
                    { context in
                        Unmanaged<DispatchSemaphore>.fromOpaque(context!).takeUnretainedValue().wait()
                        return nil
                    }, context)
                guard error == 0 else { break }
                started.append(thread)
            }
            for _ in started { end.signal() }
            for thread in started { pthread_join(thread, nil) }
        }
        return started.count
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
