internal import Synchronization

/// Tells work that waits for a thread that its task has been cancelled.
final class StopMark: Sendable {
    private let mark = Atomic(false)

    var isSet: Bool { mark.load(ordering: .relaxed) }

    func set() { mark.store(true, ordering: .relaxed) }
}
