public import Logging
internal import Synchronization

/// The daemon's log: limited in rate, so that a flood of like messages neither fills the disk nor hides the rest.
public struct DaemonLog: Sendable {
    private final class Buckets: Sendable {
        struct Bucket {
            var begun: ContinuousClock.Instant
            var count = 0
            var suppressed = 0
        }

        let buckets = Mutex<[String: Bucket]>([:])
    }

    private let logger: Logger
    private let buckets = Buckets()
    private let burst: Int
    private let period: Duration

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
        let (passes, suppressed) = buckets.buckets.withLock { buckets in
            var bucket = buckets[kind] ?? Buckets.Bucket(begun: now)
            var suppressed = 0
            if now - bucket.begun >= period {
                suppressed = bucket.suppressed
                bucket = Buckets.Bucket(begun: now)
            }
            bucket.count += 1
            let passes = bucket.count <= burst
            if !passes { bucket.suppressed += 1 }
            buckets[kind] = bucket
            return (passes, suppressed)
        }
        if suppressed > 0 {
            logger.log(level: level, "\(suppressed) more messages of the kind \"\(kind)\" were left out")
        }
        if passes { logger.log(level: level, message(), metadata: metadata) }
        return passes
    }
}
