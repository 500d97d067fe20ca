/// How often a geocoder's client retries, how long it waits, and how long answers stay valid.
public struct GeocodingRetryPolicy: Hashable, Sendable {
    /// How long to gather positions for a request that is not full, in seconds.
    public var gathering = 2.0
    /// The maximum number of tries per request.
    public var tries = 3
    /// The wait before the second try, in seconds. It doubles with each try, and a random time of up to the same length
    /// is added.
    public var delay = 1.0
    /// The longest `Retry-After` that a request waits for, in seconds. A longer one stops all requests.
    public var longestDelay = 30.0
    /// The number of consecutive failures after which requests pause.
    public var failures = 4
    /// How long requests pause, in seconds; it doubles with each further failure.
    public var pause = 60.0
    /// The longest pause, in seconds.
    public var longestPause = 3600.0
    /// How long an answer stays valid, in seconds: 180 days.
    public var lifetime = 180 * 86_400.0
    /// How long an answer without a place stays valid, in seconds: 7 days.
    public var negativeLifetime = 7 * 86_400.0

    /// Creates the defaults.
    public init() {}
}
