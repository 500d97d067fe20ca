internal import Synchronization

/// What happened to the requests to reload the configuration.
final class ReloadRecord: Sendable {
    struct State {
        /// How many requests have been decided.
        var count = 0
        /// Why the last one was refused; nil if it was not.
        var refusal: String?
    }

    private let state = Mutex(State())

    var current: State { state.withLock(\.self) }

    func decided(refusal: String?) {
        state.withLock { state in
            state.count += 1
            state.refusal = refusal
        }
    }
}
