/// How often a geocoder's client tries, how long it waits, and how long answers count.
public struct GeocodingRetryPolicy: Hashable, Sendable {
    /// For how long positions are gathered for a request that may ask about more of them, in seconds.
    public var gathering = 2.0
    /// How often one request is tried.
    public var tries = 3
    /// The wait before the second try, in seconds; it doubles with each, and up to as much again is added at random.
    public var delay = 1.0
    /// The longest that a `Retry-After` makes one request wait, in seconds. A longer one stops all requests instead.
    public var longestDelay = 30.0
    /// After how many failed requests in a row nothing is asked for a while.
    public var failures = 4
    /// How long nothing is asked then, in seconds; it doubles with each further failure.
    public var pause = 60.0
    /// The longest pause, in seconds.
    public var longestPause = 3600.0
    /// How long an answer counts, in seconds: 180 days.
    public var lifetime = 180 * 86_400.0
    /// How long the answer that there is nothing counts, in seconds: 7 days.
    public var negativeLifetime = 7 * 86_400.0

    /// The defaults.
    public init() {}
}
