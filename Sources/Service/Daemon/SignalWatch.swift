internal import Dispatch

/// Calls back for signals of this process, instead of what they do by default, until it is stopped.
final class SignalWatch {
    private let sources: [any DispatchSourceSignal]

    /// Watches from here on. Callbacks come one at a time, on a queue of the watch.
    init(_ actions: [CInt: @Sendable () -> Void]) {
        let queue = DispatchQueue(label: "upright.signals")
        sources = actions.map { number, action in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: action)
            source.activate()
            return source
        }
    }

    /// Ends the watch. A signal has its default effect again.
    func stop() {
        for source in sources { source.cancel() }
    }
}
