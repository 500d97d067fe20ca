/// Prepares up to `capacity` elements at a time, and returns them in the order in which they become ready.
///
/// If a step queries a server, pictures pass through this before they are claimed: many queries run at a time, while
/// the pictures that have their answers are worked on.
package actor LookAhead<Element: Sendable> {
    private let capacity: Int
    private let prepare: @Sendable (Element) async -> Void
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var ready: [Element] = []
    private var number = 0
    private var isFinished = false
    private var adding: [CheckedContinuation<Void, Never>] = []
    private var taking: CheckedContinuation<Void, Never>?

    /// Creates a look-ahead.
    ///
    /// - Parameters:
    ///   - capacity: how many elements are being prepared, or are ready and not yet taken, at a time.
    ///   - prepare: prepares an element.
    package init(capacity: Int, prepare: @escaping @Sendable (Element) async -> Void) {
        self.capacity = max(capacity, 1)
        self.prepare = prepare
    }

    /// Adds an element; waits until there is room. After ``finish(discarding:)`` this does nothing.
    package func add(_ element: Element) async {
        while tasks.count + ready.count >= capacity, !isFinished { await withCheckedContinuation { adding.append($0) } }
        guard !isFinished else { return }
        number += 1
        let (own, prepare) = (number, prepare)
        tasks[own] = Task {
            await prepare(element)
            self.end(own, element)
        }
    }

    /// Ends the additions.
    ///
    /// - Parameter discarding: whether elements that were not taken yet are dropped.
    package func finish(discarding: Bool = false) {
        isFinished = true
        if discarding {
            for task in tasks.values { task.cancel() }
            tasks = [:]
            ready = []
        }
        wake()
    }

    /// Returns the next elements that are ready, at least one; empty at the end.
    package func next(limit: Int) async -> [Element] {
        while ready.isEmpty {
            if isFinished, tasks.isEmpty { return [] }
            await withCheckedContinuation { taking = $0 }
        }
        let next = Array(ready.prefix(limit))
        ready.removeFirst(next.count)
        wake()
        return next
    }

    private func end(_ number: Int, _ element: Element) {
        guard tasks.removeValue(forKey: number) != nil else { return }
        ready.append(element)
        wake()
    }

    private func wake() {
        if tasks.count + ready.count < capacity || isFinished {
            for continuation in adding { continuation.resume() }
            adding = []
        }
        taking?.resume()
        taking = nil
    }
}
