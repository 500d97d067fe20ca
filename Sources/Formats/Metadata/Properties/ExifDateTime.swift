/// An Exif date and time: the time on the clock, the fraction of a second, and the zone if it is known.
///
/// Source: Exif 3.0, 4.6.6.5 (DateTime, SubSecTime, OffsetTime and the related tags).
public struct ExifDateTime: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The year.
    public var year: Int
    /// The month, 1...12.
    public var month: Int
    /// The day, 1...31.
    public var day: Int
    /// The hour, 0...23.
    public var hour: Int
    /// The minute, 0...59.
    public var minute: Int
    /// The second, 0...60.
    public var second: Int
    /// The digits of the second's fraction, as stored; nil if there are none.
    public var fraction: String?
    /// The zone in minutes east of UTC; nil if it is not known.
    public var offset: Int?

    /// Parses `YYYY:MM:DD HH:MM:SS`, with the texts of the fraction and the zone (`+09:00`) if present.
    ///
    /// Nil for blanks, which mean "unknown", and for invalid dates.
    public init?(_ text: some StringProtocol, fraction: String? = nil, offset: String? = nil) {
        let bytes = Array(text.utf8.prefix(19))
        func number(_ range: Range<Int>) -> Int? {
            let digits = bytes[range]
            guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        guard bytes.count == 19, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        self.init(numbers: [year, month, day, hour, minute, second])
        let digits = fraction.map { String($0.prefix { $0.isASCII && $0.isNumber }) }
        self.fraction = digits.flatMap { $0.isEmpty ? nil : $0 }
        self.offset = offset.flatMap { Self.minutes(ofOffset: $0) }
    }

    /// Creates a date of six numbers, from the year to the second; nil for an invalid one.
    init?(numbers: [Int]) {
        guard numbers.count == 6, (1...12).contains(numbers[1]),
            (1...Self.days(in: numbers[1], of: numbers[0])).contains(numbers[2]), (0..<24).contains(numbers[3]),
            (0..<60).contains(numbers[4]), (0...60).contains(numbers[5])
        else { return nil }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
        (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
    }

    /// Returns the minutes east of UTC for `+09:00`, `-03:30` or `Z`; nil for other text.
    public static func minutes(ofOffset text: String) -> Int? {
        if text == "Z" { return 0 }
        let bytes = Array(text.utf8)
        guard bytes.count >= 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == 0x3A,
            let hours = Int(String(decoding: bytes[1..<3], as: UTF8.self)),
            let minutes = Int(String(decoding: bytes[4..<6], as: UTF8.self)), (0...15).contains(hours),
            (0...59).contains(minutes)
        else { return nil }
        return (bytes[0] == 0x2D ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// The date and time in Exif's form: `2024:05:17 18:03:09`.
    public var exifText: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let padded = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        return "\(padded):\(two(month)):\(two(day)) \(two(hour)):\(two(minute)):\(two(second))"
    }

    /// The date and time as ISO 8601 writes them, with the fraction and the zone if there are any:
    /// `2024-05-17T18:03:09.25+09:00`.
    public var description: String {
        let parts = exifText.split(separator: " ")
        let day = parts[0].split(separator: ":").joined(separator: "-")
        return day + "T" + parts[1] + (fraction.map { ".\($0)" } ?? "") + (offsetText ?? "")
    }

    /// The zone in Exif's form: `+09:00`.
    public var offsetText: String? {
        offset.map { minutes in
            func two(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(minutes < 0 ? "-" : "+")\(two(minutes.magnitude / 60)):\(two(minutes.magnitude % 60))"
        }
    }

    /// Seconds since 1970-01-01T00:00:00 UTC; nil if the zone is not known.
    public var secondsSince1970: Double? {
        guard let offset else { return nil }
        // Days since the epoch, with years that start in March so that the leap day comes last.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let whole = days * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
        return Double(whole) + (fraction.flatMap { Double("0.\($0)") } ?? 0)
    }
}
