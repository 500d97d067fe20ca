/// The threads that may share the work on one picture.
public struct Parallelism: Sendable {
    /// The number of threads that take part, including the calling one; 1 or more.
    public let width: Int
    private let pool: ThreadPool?
    /// The smallest amount of data, in bytes, for which another thread pays off.
    private let grain: Int

    /// All work runs on the calling thread.
    public static let none = Parallelism(sharedBy: nil, width: 1)

    /// Uses the calling thread and the pool's threads, at most `width` in total.
    ///
    /// - Parameter grain: the smallest amount of data, in bytes, for which another thread pays off.
    public init(_ pool: ThreadPool, width: Int = .max, grain: Int = 64 << 10) {
        self.init(sharedBy: pool, width: min(width, pool.count + 1), grain: grain)
    }

    private init(sharedBy pool: ThreadPool?, width: Int, grain: Int = .max) {
        self.pool = pool
        self.width = max(width, 1)
        self.grain = max(grain, 1)
    }

    /// Returns the number of shares into which work on `count` bytes is best divided; 1 or more.
    public func shares(ofBytes count: Int) -> Int { max(1, min(width, count / grain)) }

    /// Calls `body` once with each number below `count`, and returns when all calls have returned.
    ///
    /// Calls from within `body` and concurrent calls from other threads are allowed: the thread that makes such a call
    /// does all of its work.
    public func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        if let pool {
            pool.perform(count, helpers: width - 1, body)
        } else {
            for index in 0..<max(count, 0) { body(index) }
        }
    }

    /// Returns the results of `body` for each number below `count`, in order.
    public func map<Element: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Element) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            // One call writes each element; the elements are read after all calls have returned.
            nonisolated(unsafe) let base = buffer.baseAddress
            perform(count) { index in base.map { ($0 + index).initialize(to: body(index)) } }
            initialized = count
        }
    }
}
