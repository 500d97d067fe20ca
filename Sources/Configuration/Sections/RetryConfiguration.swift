/// When a transient failure (disk full, an I/O error, a locked file) is tried again.
public struct RetryConfiguration: Sendable, Hashable {
    /// How often a file is tried in all before it is rejected (`retry.attempts`). Default: 5.
    public var attempts = 5
    /// The wait after the first failure; it doubles with each (`retry.delay`). Default: 5 s.
    public var delay = Duration.seconds(5)
    /// The longest wait (`retry.longest-delay`). Default: 10 min.
    public var longestDelay = Duration.seconds(600)

    /// The defaults.
    public init() {}
}
