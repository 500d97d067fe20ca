/// How many threads may share the work on one picture, and which.
public struct Parallelism: Sendable {
    /// How many threads take part, the calling one among them; 1 or more.
    public let width: Int
    private let pool: ThreadPool?
    /// Less data than this, in bytes, is not worth a thread of its own.
    private let grain: Int

    /// All work is done by the calling thread.
    public static let none = Parallelism(sharedBy: nil, width: 1)

    /// The calling thread and the pool's, but no more than the given number in all.
    ///
    /// - Parameter grain: less data than this, in bytes, is not worth a thread of its own.
    public init(_ pool: ThreadPool, width: Int = .max, grain: Int = 64 << 10) {
        self.init(sharedBy: pool, width: min(width, pool.count + 1), grain: grain)
    }

    private init(sharedBy pool: ThreadPool?, width: Int, grain: Int = .max) {
        self.pool = pool
        self.width = max(width, 1)
        self.grain = max(grain, 1)
    }

    /// In how many shares work on so much data is best done; 1 or more.
    public func shares(ofBytes count: Int) -> Int { max(1, min(width, count / grain)) }

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
