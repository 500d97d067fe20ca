internal import Dispatch

/// Replaces the default effect of signals with callbacks, until it is stopped.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// Starts to watch. The callbacks run one at a time, on the watch's own queue.
    init(_ actions: [CInt: @Sendable () -> Void]) {
        let queue = DispatchQueue(label: "upright.signals")
        sources = actions.map { number, action in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: action)
            source.activate()
            return source
        }
    }

    /// Ends the watch.
    func stop() {
        for source in sources { source.cancel() }
    }
}
