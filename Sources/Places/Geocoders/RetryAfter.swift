internal import UprightFormats

/// The header `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds to wait, at most a day; nil if the header is invalid.
    ///
    /// - Parameter now: seconds since 1970.
    package static func seconds(_ text: String, now: Double) -> Double? {
        let text = Timestamp.trimmed(text)
        if let seconds = Double(text), seconds.isFinite { return min(max(seconds, 0), 86_400) }
        // Sun, 06 Nov 1994 08:49:37 GMT
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(where: { $0 == words[2] }), (1...31).contains(day),
            (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        let days = Timestamp.days(year: year, month: month + 1, day: day)
        let time = Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
        return min(max(time - now, 0), 86_400)
    }
}
