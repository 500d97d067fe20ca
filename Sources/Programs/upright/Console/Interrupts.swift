internal import Glibc
internal import Synchronization

/// Turns the first interrupt or termination signal into a request to stop; the second one ends the process at once.
enum Interrupts {
    private static let received = Atomic<CInt>(0)

    /// The signal that was received; 0 for none.
    static var signal: CInt { received.load(ordering: .relaxed) }

    /// Begins to listen. What is in hand can then be finished, and temporary files removed, before the process ends.
    static func listen() {
        // The handler below may not be the first to touch the variable: its creation takes a lock.
        received.store(0, ordering: .relaxed)
        var action = sigaction()
        // Only calls that are safe in a handler: an atomic, write, _exit.
        action.__sigaction_handler.sa_handler = { number in
            guard Interrupts.received.exchange(number, ordering: .relaxed) == 0 else { _exit(128 + number) }
            let text: StaticString = "\nstopping: finishing what is in hand (once more ends at once)\n"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
        }
        action.sa_flags = SA_RESTART
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
    }
}
