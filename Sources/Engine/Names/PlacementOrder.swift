internal import UprightFiles
internal import UprightBase

/// Gives pictures whose outputs would have the same path their turn, so that numbers do not depend on which is done first.
///
/// Pictures of a run have tickets. Work on them begins in the order of the tickets, and so does the placement of their outputs:
/// what is waited for has begun. Of pictures that have the same path, the next one goes on when the one before it is done.
final class PlacementOrder: Sendable {
    private struct State {
        var next = 0
        var starting: Set<Int> = []
        var placing: Set<Int> = []
        /// The numbers of those that hold a path, first, or wait for it.
        var holds: [RawPath: [Int]] = [:]
    }

    private let state = Monitor(State())

    /// A picture's turn. One that ends without its turn holds nobody up.
    final class Ticket: Sendable {
        private let order: PlacementOrder
        private let number: Int

        fileprivate init(_ order: PlacementOrder, _ number: Int) { (self.order, self.number) = (order, number) }

        /// Waits until the work on all earlier pictures has begun.
        func waitForStart() async { await order.wait(number, isForStart: true) }
        /// Says that the work has begun.
        func start() { order.pass(number, places: false) }
        /// Waits until all earlier pictures have their place.
        func waitForPlace() async { await order.wait(number, isForStart: false) }
        /// Says that the picture has its place.
        func place() { order.pass(number, places: true) }

        deinit { order.pass(number, places: true) }
    }

    /// A path that is held.
    final class Hold: Sendable {
        private let order: PlacementOrder
        private let path: RawPath

        fileprivate init(_ order: PlacementOrder, _ path: RawPath) { (self.order, self.path) = (order, path) }

        deinit { order.release(path) }
    }

    /// Returns the next ticket.
    func ticket() -> Ticket {
        let number = state.withLock { state in
            state.next += 1
            state.starting.insert(state.next)
            state.placing.insert(state.next)
            return state.next
        }
        return Ticket(self, number)
    }

    /// Holds a path as soon as those before have released it.
    ///
    /// - Parameter queued: called when the place in the queue is certain.
    func hold(_ path: RawPath, _ queued: () -> Void) async -> Hold {
        let number = state.withLock { state in
            state.next += 1
            state.holds[path, default: []].append(state.next)
            return state.next
        }
        queued()
        await state.waitToTheEnd { state in state.holds[path]?.first == number ? () : nil }
        return Hold(self, path)
    }

    private func release(_ path: RawPath) {
        state.withLock { state in
            state.holds[path]?.removeFirst()
            if state.holds[path]?.isEmpty == true { state.holds[path] = nil }
        }
    }

    private func wait(_ number: Int, isForStart: Bool) async {
        await state.waitToTheEnd { state in
            (isForStart ? state.starting : state.placing).contains { $0 < number } ? nil : ()
        }
    }

    private func pass(_ number: Int, places: Bool) {
        state.withLock { state in
            state.starting.remove(number)
            if places { state.placing.remove(number) }
        }
    }
}
