internal import Synchronization

/// The progress of a task: a bar on a terminal, otherwise a line every ten seconds.
final class ProgressLine: Sendable {
    private struct State {
        var bar = ProgressBar()
        var reported = ContinuousClock.now
    }
    private let state = Mutex(State())

    /// Counts one more.
    func advance(of total: Int) {
        let console = Console.shared
        let (bar, line) = state.withLock { state -> (String?, String?) in
            state.bar.total = total
            state.bar.isComplete = true
            state.bar.advance()
            if console.errorIsTerminal { return (state.bar.next(width: console.width), nil) }
            let now = ContinuousClock.now
            guard now - state.reported > .seconds(10) else { return (nil, nil) }
            state.reported = now
            return (nil, "\(Words.grouped(state.bar.done)) of \(Words.grouped(total)) pictures")
        }
        if let bar { console.draw(bar: bar) }
        if let line { console.report(line) }
    }

    /// Removes the bar.
    func end() { Console.shared.draw(bar: "") }
}
