public import Logging
internal import Synchronization

/// The daemon's log: limited in rate, so that a flood of like messages neither fills the disk nor hides the rest.
public struct DaemonLog: Sendable {
    private final class Buckets: Sendable {
        struct Bucket {
            var begun: ContinuousClock.Instant
            var count = 0
            var suppressed = 0
            /// When the last message came.
            var last: ContinuousClock.Instant
            var level = Logger.Level.info
            /// Whether somebody waits to tell how many were left out.
            var isWatched = false
        }

        let buckets = Mutex<[String: Bucket]>([:])
    }

    private let logger: Logger
    private let buckets = Buckets()
    private let burst: Int
    private let period: Duration
    /// How long no message of a kind must have come for it to be quiet.
    private var quiet: Duration { min(.seconds(2), period) }

    /// A log that lets `burst` messages of one kind through in each period.
    public init(_ logger: Logger, burst: Int = 20, period: Duration = .seconds(10)) {
        self.logger = logger
        self.burst = burst
        self.period = period
    }

    func notice(_ message: Logger.Message) { logger.notice(message) }
    func warning(_ message: Logger.Message) { logger.warning(message) }
    func error(_ message: Logger.Message) { logger.error(message) }

    /// Logs a message of a kind, if the kind has not come too often.
    ///
    /// - Returns: whether it was logged.
    @discardableResult
    public func limited(
        _ kind: String, _ level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
        metadata: Logger.Metadata = [:]
    ) -> Bool {
        guard level >= logger.logLevel else { return false }
        let now = ContinuousClock.now
        let (passes, suppressed, isFirst) = buckets.buckets.withLock { buckets in
            var bucket = buckets[kind] ?? Buckets.Bucket(begun: now, last: now)
            var suppressed = 0
            if now - bucket.begun >= period {
                suppressed = bucket.suppressed
                let isWatched = bucket.isWatched
                bucket = Buckets.Bucket(begun: now, last: now, isWatched: isWatched)
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

    /// Tells at once how many messages were left out: when it gets quiet, and when the log ends.
    public func flush() {
        let left = buckets.buckets.withLock { buckets in
            let left = buckets.filter { $0.value.suppressed > 0 }
            for kind in left.keys { buckets[kind]?.suppressed = 0 }
            return left
        }
        for (kind, bucket) in left.sorted(by: { $0.key < $1.key }) { tell(bucket.suppressed, of: kind, bucket.level) }
    }

    /// Waits until no more messages of a kind come, or their period has ended, and tells how many were left out.
    private func tellWhenQuiet(_ kind: String) {
        Task {
            while true {
                // A flood of messages that ends with the daemon is told of by ``flush()``.
                do { try await Task.sleep(for: quiet) } catch { return }
                let now = ContinuousClock.now
                let (isOver, suppressed, level) = buckets.buckets.withLock { buckets in
                    guard var bucket = buckets[kind] else { return (true, 0, Logger.Level.info) }
                    guard now - bucket.last >= quiet || now - bucket.begun >= period else {
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
            "\(count) more messages of the kind \"\(kind)\" were left out; each file's reason is on record")
    }
}
