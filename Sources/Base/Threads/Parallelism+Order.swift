internal import Synchronization

extension Parallelism {
    /// Makes a result for each number below `count`, in parallel, and calls `take` with one after the other, in order.
    ///
    /// A result that is made early is kept until those before it have been taken. A thread can hold `take` for a moment after
    /// the last call, so it escapes.
    public func perform<Made: Sendable>(
        _ count: Int, making make: @escaping @Sendable (Int) -> Made, takingInOrder take: @escaping (Made) -> Void
    ) {
        let order = Order(take)
        perform(count) { index in order.add(make(index), index) }
    }
}

/// The results that wait for an earlier one. Only the thread that has the lock uses them and calls `take`.
private final class Order<Made: Sendable>: @unchecked Sendable {
    private let lock = Mutex(())
    private var next = 0
    private var waiting: [Int: Made] = [:]
    private let take: (Made) -> Void

    init(_ take: @escaping (Made) -> Void) { self.take = take }

    func add(_ made: Made, _ index: Int) {
        lock.withLock { _ in
            waiting[index] = made
            while let made = waiting.removeValue(forKey: next) {
                take(made)
                next += 1
            }
        }
    }
}
