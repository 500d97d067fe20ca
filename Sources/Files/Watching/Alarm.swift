internal import Dispatch

/// One timer that is set again and again.
///
/// A `Task.sleep` that is cancelled stays in memory until the time that it was to sleep for has passed: somebody who is
/// woken a hundred times a second out of sleeps of an hour would keep all of them.
final class Alarm {
    private let timer: any DispatchSourceTimer

    init() {
        timer = DispatchSource.makeTimerSource()
        // Dispatch writes a complaint to the standard error where a source is activated without a handler.
        timer.setEventHandler {}
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Rings once, after a while; what it was set to before no longer holds.
    func set(after pause: Duration, _ ring: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = pause.components
        timer.setEventHandler(handler: ring)
        // A century is as good as never, and no sum of it overflows.
        let whole = Int(min(max(seconds, 0), 3_153_600_000))
        timer.schedule(
            deadline: .now() + .seconds(whole) + .nanoseconds(Int(attoseconds / 1_000_000_000)),
            leeway: .milliseconds(1))
    }

    /// Does not ring any more, if it has not.
    func cancel() { timer.schedule(deadline: .distantFuture) }
}
