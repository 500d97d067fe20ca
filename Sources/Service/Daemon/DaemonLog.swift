package import Logging
internal import Synchronization

/// The daemon's log, with a rate limit so that a flood of similar messages neither fills the disk nor hides the rest.
package struct DaemonLog: Sendable {
    private final class Buckets: Sendable {
        struct Bucket {
            var start: ContinuousClock.Instant
            var count = 0
            var suppressed = 0
            /// The time of the last message.
            var last: ContinuousClock.Instant
            var level = Logger.Level.info
            /// Whether a task waits to report how many were suppressed.
            var isWatched = false
        }

        let buckets = Mutex<[String: Bucket]>([:])
    }

    private let logger: Logger
    private let buckets = Buckets()
    private let burst: Int
    private let period: Duration
    /// The time without a message after which a kind is quiet.
    private var quiet: Duration { min(.seconds(2), period) }

    /// Creates a log that passes at most `burst` messages of each kind in each period.
    package init(_ logger: Logger, burst: Int = 20, period: Duration = .seconds(10)) {
        self.logger = logger
        self.burst = burst
        self.period = period
    }

    func notice(_ message: Logger.Message) { logger.notice(message) }
    func warning(_ message: Logger.Message) { logger.warning(message) }
    func error(_ message: Logger.Message) { logger.error(message) }

    /// Logs a message, unless its kind has reached the limit.
    ///
    /// - Returns: Whether it was logged.
    @discardableResult
    package func limited(
        _ kind: String, _ level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
        metadata: Logger.Metadata = [:]
    ) -> Bool {
        guard level >= logger.logLevel else { return false }
        let now = ContinuousClock.now
        let (passes, suppressed, isFirst) = buckets.buckets.withLock { buckets in
            var bucket = buckets[kind] ?? Buckets.Bucket(start: now, last: now)
            var suppressed = 0
            if now - bucket.start >= period {
                suppressed = bucket.suppressed
                let isWatched = bucket.isWatched
                bucket = Buckets.Bucket(start: now, last: now, isWatched: isWatched)
            }
            bucket.count += 1
            bucket.last = now
            bucket.level = max(bucket.level, level)
            let passes = bucket.count <= burst
            let isFirst = !passes && !bucket.isWatched
            if !passes { bucket.suppressed += 1 }
            if isFirst { bucket.isWatched = true }
            buckets[kind] = bucket
            return (passes, suppressed, isFirst)
        }
        if isFirst { tellWhenQuiet(kind) }
        tell(suppressed, of: kind, level)
        if passes { logger.log(level: level, message(), metadata: metadata) }
        return passes
    }

    /// Reports at once how many messages were suppressed. Call it before the log ends.
    package func flush() {
        let left = buckets.buckets.withLock { buckets in
            let left = buckets.filter { $0.value.suppressed > 0 }
            for kind in left.keys { buckets[kind]?.suppressed = 0 }
            return left
        }
        for (kind, bucket) in left.sorted(by: { $0.key < $1.key }) { tell(bucket.suppressed, of: kind, bucket.level) }
    }

    /// Waits until a kind is quiet or its period has ended, and reports how many messages were suppressed.
    private func tellWhenQuiet(_ kind: String) {
        Task {
            while true {
                // If the daemon ends first, ``flush()`` reports them.
                do { try await Task.sleep(for: quiet) } catch { return }
                let now = ContinuousClock.now
                let (isOver, suppressed, level) = buckets.buckets.withLock { buckets in
                    guard var bucket = buckets[kind] else { return (true, 0, Logger.Level.info) }
                    guard now - bucket.last >= quiet || now - bucket.start >= period else {
                        return (false, 0, bucket.level)
                    }
                    let suppressed = bucket.suppressed
                    bucket.suppressed = 0
                    bucket.isWatched = false
                    buckets[kind] = bucket
                    return (true, suppressed, bucket.level)
                }
                tell(suppressed, of: kind, level)
                if isOver { return }
            }
        }
    }

    private func tell(_ count: Int, of kind: String, _ level: Logger.Level) {
        guard count > 0 else { return }
        logger.log(
            level: level,
            "\(count) more messages of the kind \"\(kind)\" were suppressed; the journal has the reason for each file")
    }
}
