internal import UprightBase

/// Prepares up to `capacity` elements at a time, and returns them in the order in which they become ready.
///
/// If a step queries a server, pictures pass through this before they are claimed: many queries run at a time, while
/// the pictures that have their answers are worked on.
package final class LookAhead<Element: Sendable>: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var ready: [Element] = []
        var number = 0
        var isFinished = false
    }

    private let capacity: Int
    private let prepare: @Sendable (Element) async -> Void
    private let state = Monitor(State())

    /// Creates a look-ahead.
    ///
    /// - Parameters:
    ///   - capacity: how many elements are being prepared, or are ready and not yet taken, at a time.
    ///   - prepare: prepares an element.
    package init(capacity: Int, prepare: @escaping @Sendable (Element) async -> Void) {
        self.capacity = max(capacity, 1)
        self.prepare = prepare
    }

    /// Adds an element; waits until there is room. After ``finish(discarding:)``, or if the task is cancelled, this does
    /// nothing.
    package func add(_ element: Element) async {
        _ = await state.wait { [capacity, prepare] state -> Bool? in
            if state.isFinished { return false }
            guard state.tasks.count + state.ready.count < capacity else { return nil }
            state.number += 1
            let number = state.number
            state.tasks[number] = Task {
                await prepare(element)
                self.finish(number, element)
            }
            return true
        }
    }

    /// Ends the additions.
    ///
    /// - Parameter discarding: whether elements that were not taken yet are dropped.
    package func finish(discarding: Bool = false) {
        state.withLock { state in
            state.isFinished = true
            guard discarding else { return }
            for task in state.tasks.values { task.cancel() }
            (state.tasks, state.ready) = ([:], [])
        }
    }

    /// Returns the next elements that are ready, at least one; empty at the end, or if the task is cancelled.
    package func next(limit: Int) async -> [Element] {
        await state.wait { state in
            if state.ready.isEmpty { return state.isFinished && state.tasks.isEmpty ? [] : nil }
            defer { state.ready.removeFirst(min(limit, state.ready.count)) }
            return Array(state.ready.prefix(limit))
        } ?? []
    }

    private func finish(_ number: Int, _ element: Element) {
        state.withLock { state in
            if state.tasks.removeValue(forKey: number) != nil { state.ready.append(element) }
        }
    }
}
