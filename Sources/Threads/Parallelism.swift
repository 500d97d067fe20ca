/// How many threads may share the work on one picture, and which.
public struct Parallelism: Sendable {
    /// How many threads take part, the calling one among them; 1 or more.
    public let width: Int
    private let pool: ThreadPool?

    /// All work is done by the calling thread.
    public static let none = Parallelism(sharedBy: nil, width: 1)

    /// The calling thread and the pool's, but no more than the given number in all.
    public init(_ pool: ThreadPool, width: Int = .max) {
        self.init(sharedBy: pool, width: min(width, pool.count + 1))
    }

    private init(sharedBy pool: ThreadPool?, width: Int) {
        self.pool = pool
        self.width = max(width, 1)
    }

    /// Calls `body` with each number below `count`, each once; comes back when all calls have.
    ///
    /// Calls from within `body`, and from other threads at the same time, are allowed: they are done by the thread that
    /// makes them.
    public func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        if let pool {
            pool.perform(count, helpers: width - 1, body)
        } else {
            for index in 0..<max(count, 0) { body(index) }
        }
    }

    /// The results of `body` for each number below `count`, in order.
    public func map<Element: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Element) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each element is written by one call, and read when all calls have come back.
            nonisolated(unsafe) let base = buffer.baseAddress
            perform(count) { index in base.map { ($0 + index).initialize(to: body(index)) } }
            initialized = count
        }
    }
}
