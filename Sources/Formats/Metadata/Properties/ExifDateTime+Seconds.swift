extension ExifDateTime {
    /// Creates the date and time in UTC of a moment, rounded to milliseconds: the inverse of ``secondsSince1970``. Nil
    /// outside of the years 1 to 9999.
    public init?(secondsSince1970 time: Double) {
        guard time.magnitude < 1e12, let thousandths = Int(exactly: (time * 1000).rounded()) else { return nil }
        let milliseconds = Self.split(thousandths, by: 86_400_000)
        // Years start in March, so that the leap day comes last.
        let era = Self.split(milliseconds.whole + 719_468, by: 146_097)
        let day = era.rest
        let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era.whole * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        guard (1...9999).contains(year) else { return nil }
        let second = milliseconds.rest / 1000
        (self.year, self.month, self.day) = (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
        (hour, minute, self.second) = (second / 3600, second / 60 % 60, second % 60)
        offset = 0
        let fraction = milliseconds.rest % 1000
        guard fraction > 0 else { return }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        self.fraction = digits
    }

    /// Divides, with a remainder that is not negative.
    private static func split(_ number: Int, by divisor: Int) -> (whole: Int, rest: Int) {
        let rest = (number % divisor + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }
}

extension ExifDateTime {
    /// Returns the time that a clock shows some seconds later, with the same fraction and zone; nil outside of the years 1 to
    /// 9999.
    package func adding(seconds: Int) -> ExifDateTime? {
        var local = self
        (local.offset, local.fraction) = (0, nil)
        guard seconds.magnitude < 1_000_000_000_000, let start = local.secondsSince1970,
            var moved = ExifDateTime(secondsSince1970: start + Double(seconds))
        else { return nil }
        (moved.offset, moved.fraction) = (offset, fraction)
        return moved
    }

    /// Seconds from 1970-01-01T00:00:00 by the same clock, with the fraction.
    package var localSeconds: Double {
        var local = self
        local.offset = 0
        return local.secondsSince1970 ?? 0
    }
}

extension ExifDateTime {
    /// The number of the day in its year, from 1.
    package var dayOfYear: Int {
        var (day, start) = (self, self)
        (start.month, start.day, start.hour, start.minute, start.second, start.fraction) = (1, 1, 0, 0, 0, nil)
        (day.hour, day.minute, day.second, day.fraction) = (0, 0, 0, nil)
        let days = (day.localSeconds - start.localSeconds) / 86_400
        return (Int(exactly: days.rounded()) ?? 0) + 1
    }
}
