/// Hands elements on in the order in which they get ready, while up to a number of them are being made ready.
///
/// Pictures go through it before they are claimed, where a step asks a server about them: the server is asked about many at a
/// time, and those that it has answered are worked on meanwhile.
package actor LookAhead<Element: Sendable> {
    private let capacity: Int
    private let prepare: @Sendable (Element) async -> Void
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var ready: [Element] = []
    private var number = 0
    private var isFinished = false
    private var adding: [CheckedContinuation<Void, Never>] = []
    private var taking: CheckedContinuation<Void, Never>?

    /// A look ahead.
    ///
    /// - Parameters:
    ///   - capacity: how many elements are made ready, or are ready and not taken, at a time.
    ///   - prepare: makes an element ready.
    package init(capacity: Int, prepare: @escaping @Sendable (Element) async -> Void) {
        self.capacity = max(capacity, 1)
        self.prepare = prepare
    }

    /// Adds an element; waits for room first. After ``finish(discarding:)`` nothing is added.
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

    /// Says that no more is added.
    ///
    /// - Parameter discarding: whether what is not taken yet is let go of.
    package func finish(discarding: Bool = false) {
        isFinished = true
        if discarding {
            for task in tasks.values { task.cancel() }
            tasks = [:]
            ready = []
        }
        wake()
    }

    /// The next elements that are ready, at least one; none at the end.
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
