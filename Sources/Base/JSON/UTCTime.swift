/// A point in time as JSON shows it: ISO 8601, in UTC, with milliseconds, `2026-05-01T12:00:00.250Z`.
package struct UTCTime: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var milliseconds: Int64

    /// Creates a time.
    ///
    /// - Parameter milliseconds: milliseconds since 1970, of any value.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Parses ``text``, with or without the fraction of a second; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 || bytes.count == 24, bytes.last == UInt8(ascii: "Z") else { return nil }
        var fields: [Int64] = []
        var at = 0
        for (length, end) in [(4, "-"), (2, "-"), (2, "T"), (2, ":"), (2, ":"), (2, bytes.count == 24 ? "." : "Z")] {
            guard let field = Self.number(bytes[at..<at + length]), bytes[at + length] == end.utf8.first else {
                return nil
            }
            fields.append(field)
            at += length + 1
        }
        var fraction: Int64 = 0
        if bytes.count == 24 {
            guard let field = Self.number(bytes[at..<at + 3]) else { return nil }
            fraction = field
        }
        guard (1...12).contains(fields[1]), (1...31).contains(fields[2]), fields[3] < 24, fields[4] < 60,
            fields[5] < 60
        else { return nil }
        let days = Self.days(fields[0], fields[1], fields[2])
        milliseconds = (((days * 24 + fields[3]) * 60 + fields[4]) * 60 + fields[5]) * 1_000 + fraction
        // A day that its month does not have would become another one.
        guard self.text.utf8.prefix(10).elementsEqual(bytes.prefix(10)) else { return nil }
    }

    /// The time as text. A year outside of 0 to 9999 has a sign and six digits or more.
    package var text: String {
        let (seconds, fraction) = Self.divided(milliseconds, by: 1_000)
        let (days, time) = Self.divided(seconds, by: 86_400)
        let (year, month, day) = Self.date(days)
        let years =
            (0...9_999).contains(year)
            ? Self.padded(year, 4) : (year < 0 ? "-" : "+") + Self.padded(Int64(year.magnitude), 6)
        return "\(years)-\(Self.padded(month, 2))-\(Self.padded(day, 2))T\(Self.padded(time / 3_600, 2)):"
            + "\(Self.padded(time / 60 % 60, 2)):\(Self.padded(time % 60, 2)).\(Self.padded(fraction, 3))Z"
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// The quotient rounded down, and the remainder, which is not negative.
    private static func divided(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    // The calendar repeats every 400 years, 146,097 days. Years begin in March here, so that the leap day is their last.

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let (cycle, years) = divided(month > 2 ? year : year - 1, by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return cycle * 146_097 + years * 365 + years / 4 - years / 100 + dayOfYear - 719_468
    }

    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (cycle, day) = divided(days + 719_468, by: 146_097)
        let years = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * years + years / 4 - years / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (years + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }
}

extension UTCTime: Codable {
    /// Reads ``text``, or a number of milliseconds since 1970, as versions before 0.2 wrote it.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            self.init(milliseconds: number)
            return
        }
        let text = try container.decode(String.self)
        guard let time = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a time such as 2026-05-01T12:00:00Z, found \(text)")
        }
        self = time
    }

    /// Writes ``text``.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
