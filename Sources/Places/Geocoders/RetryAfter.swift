internal import UprightFormats

/// The header `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    /// Returns the seconds to wait, at most a day; nil if the header is invalid.
    ///
    /// - Parameter now: seconds since 1970.
    package static func seconds(_ text: String, now: Double) -> Double? {
        let text = Timestamp.trimmed(text)
        if let seconds = Double(text), seconds.isFinite { return min(max(seconds, 0), 86_400) }
        // Sun, 06 Nov 1994 08:49:37 GMT
        guard let date = CaptureDate(creationTime: String(text)), date.zone == .utc, date.precision == .second else {
            return nil
        }
        return date.dateTime.secondsSince1970.map { min(max($0 - now, 0), 86_400) }
    }
}
