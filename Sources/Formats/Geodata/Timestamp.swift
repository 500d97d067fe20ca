/// Conversions between points in time and their text in files.
package enum Timestamp {
    /// Returns a text without the white space around it.
    package static func trimmed(_ text: String) -> Substring {
        var part = text[...]
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return part
    }

    /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the seconds since 1970 of a time such as `2024-05-01T12:00:00.5Z`. An offset (`+02:00`) is applied;
    /// without one, the time is UTC. Exif's form, `2024:05:01 12:00:00`, is also accepted. Nil for other text.
    package static func seconds(_ text: String) -> Double? {
        local(text).map { $0.seconds - Double($0.offset ?? 0) }
    }

    /// Returns the seconds since 1970 of the time as if it were in UTC, and its offset from UTC in seconds if it has
    /// one.
    package static func local(_ text: String) -> (seconds: Double, offset: Int?)? {
        let bytes = Array(trimmed(text).utf8)
        var at = 0
        func number(_ digits: Int) -> Int? {
            guard at + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[at..<at + digits] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            at += digits
            return value
        }
        func skip(_ allowed: String) -> Bool {
            guard at < bytes.count, allowed.utf8.contains(bytes[at]) else { return false }
            at += 1
            return true
        }
        guard let year = number(4), skip("-:"), let month = number(2), skip("-:"), let day = number(2), skip("Tt "),
            let hour = number(2), skip(":"), let minute = number(2)
        else { return nil }
        var seconds = 0.0
        if skip(":") {
            guard let whole = number(2) else { return nil }
            seconds = Double(whole)
            if skip(".,") {
                var unit = 0.1
                var digits = 0
                while at < bytes.count, (48...57).contains(bytes[at]) {
                    seconds += Double(bytes[at] - 48) * unit
                    unit /= 10
                    at += 1
                    digits += 1
                }
                guard digits > 0 else { return nil }
            }
        }
        guard (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60, seconds < 61 else {
            return nil
        }
        let date = Double(days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60) + seconds
        if at == bytes.count { return (date, nil) }
        if skip("Zz") { return at == bytes.count ? (date, 0) : nil }
        guard let sign = at < bytes.count ? bytes[at] : nil, skip("+-"), let hours = number(2) else { return nil }
        _ = skip(":")
        let minutes = at < bytes.count ? number(2) : 0
        guard let minutes, at == bytes.count, hours <= 15, minutes < 60 else { return nil }
        return (date, (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60))
    }
}
