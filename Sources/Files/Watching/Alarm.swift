internal import Dispatch

/// A timer that can be set repeatedly.
///
/// A cancelled `Task.sleep` stays in memory until its time has passed: a task that is woken a hundred times a second
/// from sleeps of an hour would accumulate all of them.
final class Alarm {
    private let timer: any DispatchSourceTimer

    init() {
        timer = DispatchSource.makeTimerSource()
        // Dispatch writes a warning to standard error if a source is activated without a handler.
        timer.setEventHandler {}
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Calls the handler once, after a pause. This replaces an earlier setting.
    func set(after pause: Duration, _ ring: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = pause.components
        timer.setEventHandler(handler: ring)
        // A century is long enough, and does not overflow when it is added.
        let whole = Int(min(max(seconds, 0), 3_153_600_000))
        timer.schedule(
            deadline: .now() + .seconds(whole) + .nanoseconds(Int(attoseconds / 1_000_000_000)),
            leeway: .milliseconds(1))
    }

    /// Cancels the current setting.
    func cancel() { timer.schedule(deadline: .distantFuture) }
}
