internal import Glibc

/// A thread of the system, for work that blocks.
enum WorkerThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new thread that takes no signals. Returns false where the system has no more threads.
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        var all = sigset_t()
        var old = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let error = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        if error == 0 { pthread_detach(thread) } else { context.release() }
        return error == 0
    }
}
