/// When to retry after a transient failure (disk full, an I/O error, a locked file).
package struct RetryConfiguration: Sendable, Hashable {
    /// The total number of tries before a file is rejected (`retry.attempts`). Default: 5.
    package var attempts = 5
    /// The back-off after the first failure, which doubles with each failure (`retry.delay`). Default: 5 s.
    package var delay = Duration.seconds(5)
    /// The longest back-off (`retry.longest-delay`). Default: 10 min.
    package var longestDelay = Duration.seconds(600)

    package init() {}
}
