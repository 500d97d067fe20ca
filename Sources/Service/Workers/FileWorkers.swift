internal import UprightConfiguration
package import UprightEngine
package import UprightFiles
package import UprightRewriting
package import UprightWorker

/// Sandboxed workers for the files that a command names: this process opens the files and parses none of them.
package struct FileWorkers: Sendable {
    let pool: WorkerPool
    /// The limits above which files are refused.
    package let limits: Limits

    /// How many files are started before the one whose result is next, for each worker.
    private static let ahead = 2

    package init(_ pool: WorkerPool, limits: Limits) {
        self.pool = pool
        self.limits = limits
    }

    /// Starts the workers as a configuration asks for.
    ///
    /// - Throws: why no worker can be started.
    package static func starting(
        _ configuration: Configuration = Configuration()
    ) async throws(OperationError) -> FileWorkers {
        let pool = WorkerPool(try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs))
        _ = try await ManagedProcessor.starting(pool)
        return FileWorkers(pool, limits: configuration.normalization.limits)
    }

    /// Reads facts, sidecars and tracks.
    package var reader: any ContentReader { pool }

    /// Ends the workers.
    package func shutDown() async { await pool.shutDown() }

    /// Works on files, several at a time, and passes on the results in the order of the files, until `handle` returns false.
    ///
    /// - Parameters:
    ///   - keys: what a work reads or writes. Works with a key in common follow each other, so that the later one finds what
    ///     the earlier one did.
    ///   - begins: whether to begin with further files. The results of those that are started are still passed on.
    package func run<Result: Sendable>(
        _ sources: [RawPath], keys: (RawPath) -> Set<[UInt8]> = { _ in [] }, begins: () -> Bool = { true },
        _ work: @escaping @Sendable (RawPath) async -> Result, handle: (Result) throws -> Bool
    ) async rethrows {
        let ahead = Self.ahead * pool.configuration.size
        try await withThrowingTaskGroup(of: (Int, Result).self) { group in
            var started = 0
            var used: [Int: Set<[UInt8]>] = [:]
            var results: [Int: Result] = [:]
            for index in sources.indices {
                while started < sources.count, started <= index + ahead, begins() {
                    let number = started
                    let needed = keys(sources[number])
                    guard used.values.allSatisfy({ $0.isDisjoint(with: needed) }) else { break }
                    used[number] = needed
                    group.addTask { (number, await work(sources[number])) }
                    started += 1
                }
                while index < started, results[index] == nil, let (number, result) = try await group.next() {
                    results[number] = result
                    used[number] = nil
                }
                guard let result = results.removeValue(forKey: index), try handle(result) else { break }
            }
        }
    }
}
