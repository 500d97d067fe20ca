internal import Glibc
internal import Synchronization

/// Turns the first SIGINT, SIGTERM or SIGHUP into a request to stop; the second one ends the process at once.
enum Interrupts {
    private static let received = Atomic<CInt>(0)

    /// The signal that was received; 0 if none was.
    static var signal: CInt { received.load(ordering: .relaxed) }

    /// Starts to listen. The pictures in progress can then be finished, and temporary files removed, before the process
    /// ends.
    static func listen() {
        // The handler below must not be the first to touch the variable: its initialization takes a lock.
        received.store(0, ordering: .relaxed)
        var action = sigaction()
        // Only async-signal-safe calls: an atomic, write, _exit.
        action.__sigaction_handler.sa_handler = { number in
            guard Interrupts.received.exchange(number, ordering: .relaxed) == 0 else { _exit(128 + number) }
            let text: StaticString =
                "\nstopping: finishing the pictures in progress (interrupt again to stop at once)\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        }
        action.sa_flags = SA_RESTART
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
    }
}
