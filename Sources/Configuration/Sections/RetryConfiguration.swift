/// When to retry after a transient failure (disk full, an I/O error, a locked file).
public struct RetryConfiguration: Sendable, Hashable {
    /// The total number of tries before a file is rejected (`retry.attempts`). Default: 5.
    public var attempts = 5
    /// The back-off after the first failure, which doubles with each failure (`retry.delay`). Default: 5 s.
    public var delay = Duration.seconds(5)
    /// The longest back-off (`retry.longest-delay`). Default: 10 min.
    public var longestDelay = Duration.seconds(600)

    /// Creates the defaults.
    public init() {}
}
