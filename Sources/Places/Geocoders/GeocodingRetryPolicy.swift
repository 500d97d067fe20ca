/// How often a geocoder's client retries, how long it waits, and how long answers stay valid.
package struct GeocodingRetryPolicy: Hashable, Sendable {
    /// How long to gather positions for a request that is not full, in seconds.
    package var gathering = 2.0
    /// The maximum number of tries per request.
    package var tries = 3
    /// The wait before the second try, in seconds. It doubles with each try, and a random time of up to the same length
    /// is added.
    package var delay = 1.0
    /// The longest `Retry-After` that a request waits for, in seconds. A longer one stops all requests.
    package var longestDelay = 30.0
    /// The number of consecutive failures after which requests pause.
    package var failures = 4
    /// How long requests pause, in seconds; it doubles with each further failure.
    package var pause = 60.0
    /// The longest pause, in seconds.
    package var longestPause = 3600.0
    /// How long an answer stays valid, in seconds: 180 days.
    package var lifetime = 180 * 86_400.0
    /// How long an answer without a place stays valid, in seconds: 7 days.
    package var negativeLifetime = 7 * 86_400.0

    package init() {}
}
