internal import Glibc
package import UprightFormats

/// The date in the name of a picture's file: `IMG_20240506_070809.jpg`, `Screenshot 2024-05-06 at 7.08.09 PM.png`,
/// `IMG-20240506-WA0007.jpg`, `PXL_20240506_050809123.jpg`, `FB_IMG_1714979289000.jpg`.
///
/// What is not certain is no date: numbers of products and orders, dates before there were digital cameras and after today, days
/// before months. A name with a day and without a time of day gives the day.
package struct FileNameDate {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    /// Whether a time of day was read.
    private var isTimed = false
    private let program: FileNameProgram?
    /// The last day that a picture can be of, in seconds since 1970.
    private let latest: Double

    /// Returns the date in a file's name; nil if there is none.
    ///
    /// - Parameter now: seconds since 1970.
    package static func date(in name: [UInt8], now: Double = Double(Glibc.time(nil))) -> CaptureDate? {
        var reader = FileNameDate(name, latest: now + 86_400)
        for start in reader.scalars.indices where reader.isDigit(start) && !reader.isDigit(start - 1) {
            reader.at = start
            if let date = reader.date() { return date }
        }
        return nil
    }

    private init(_ name: [UInt8], latest: Double) {
        let text = OutputStem.text(of: name)
        // Spaces that do not break, before AM and PM in macOS and Windows.
        scalars = text.unicodeScalars.map { ["\u{A0}", "\u{202F}", "\u{2009}"].contains($0) ? " " : $0 }
        program = FileNameProgram.of(text)
        self.latest = latest
    }

    // MARK: Dates

    private mutating func date() -> CaptureDate? {
        let start = at
        let run = digitCount(from: start)
        if run == 13 { return milliseconds() }
        guard let day = day(run) else { return nil }
        let end = at
        if let time = time(after: day, isCompact: run == 14 || run == 17) { return time }
        // A run of digits that goes on is no day, and of a time that cannot be, the day is not certain either.
        at = end
        guard !isDigit(end), !isTimed else { return nil }
        return checked("\(day.year)-\(day.month)-\(day.day)", earliest: day.isSeparated ? 1826 : 1990)
    }

    private struct Day {
        var year, month, day: String
        /// Whether the parts of the date have separators between them.
        var isSeparated: Bool
    }

    /// Reads `20240506`, the start of a longer run of digits, `2024-05-06` with any separator, or `2024_0506` of dash cameras.
    private mutating func day(_ run: Int) -> Day? {
        if [8, 14, 17].contains(run) {
            return Day(year: consume(4), month: consume(2), day: consume(2), isSeparated: false)
        }
        guard run == 4, let separator = scalar(at + 4), "-_. :".unicodeScalars.contains(separator) else { return nil }
        let year = consume(4)
        at += 1
        if separator == "_", digitCount(from: at) == 4, scalar(at + 4) == "_", digitCount(from: at + 5) >= 4 {
            return Day(year: year, month: consume(2), day: consume(2), isSeparated: false)
        }
        // `978-2012-10-11` is a number of several parts.
        let before = at - 6
        guard digitCount(from: at) == 2, scalar(before) != separator || !isDigit(before - 1) else { return nil }
        let month = consume(2)
        guard scalar(at) == separator, digitCount(from: at + 1) == 2 else { return nil }
        at += 1
        return Day(year: year, month: month, day: consume(2), isSeparated: true)
    }

    /// Reads a number of milliseconds since 1970 in UTC, as applications name files since there are smartphones.
    private func milliseconds() -> CaptureDate? {
        let digits = scalars[at..<at + 13].map { Int($0.value) - 48 }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        // Products' numbers (EAN-13) begin with less than 14; beyond, no prefix is assigned.
        let check = digits.dropLast().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        let isProduct = program == nil && number < 1_400_000_000_000 && (10 - check % 10) % 10 == digits[12]
        let earliest = program == nil ? 1_262_304_000_000 : 1_072_915_200_000
        let seconds = Double(number) / 1000
        guard number >= earliest, seconds <= latest, !isProduct else { return nil }
        return CaptureDate(utc: seconds, source: .filename)
    }

    /// Returns the date in a text if pictures can be of it.
    private func checked(_ text: String, earliest: Int) -> CaptureDate? {
        guard let date = CaptureDate(text: text, source: .filename), date.dateTime.year >= earliest,
            date.dateTime.localSeconds <= latest
        else { return nil }
        return date
    }

    // MARK: Times of day

    /// Reads the time of day that follows a date; nil if none follows.
    private mutating func time(after day: Day, isCompact: Bool) -> CaptureDate? {
        var (isNamed, meridiem): (Bool, Meridiem?) = (false, nil)
        if !isCompact { (isNamed, meridiem) = skipToTime() }
        let run = digitCount(from: at)
        guard run > 0, isCompact || at > 0 && !isDigit(at - 1) else { return nil }
        var (hour, minute, second, fraction): (Int, String, String?, String?) = (99, "", nil, nil)
        if isCompact || [6, 8, 9].contains(run) {
            hour = Int(consume(2)) ?? 99
            (minute, second) = (consume(2), consume(2))
            let rest = digitCount(from: at)
            // Epson's scanners have hundredths, phones milliseconds.
            fraction = rest > 0 ? consume(rest) : nil
        } else {
            guard run <= 2, let separator = scalar(at + run), ".:-_ ".unicodeScalars.contains(separator),
                run == 2 || isNamed || separator == "." || separator == ":"
            else { return nil }
            hour = Int(consume(run)) ?? 99
            at += 1
            guard digitCount(from: at) == 2 else { return nil }
            minute = consume(2)
            if scalar(at) == separator, digitCount(from: at + 1) == 2 {
                at += 1
                second = consume(2)
                if scalar(at) == ".", digitCount(from: at + 1) == 3 {
                    at += 1
                    fraction = consume(3)
                }
            }
            // Two numbers are a time only if the name says so.
            guard second != nil || isNamed || separator == ":" else { return nil }
        }
        meridiem = self.meridiem() ?? meridiem
        if let meridiem {
            // Clocks with AM and PM show no other hours.
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (meridiem == .pm ? 12 : 0)
        } else if run == 1, !isNamed {
            return nil
        }
        let clock = (hour < 10 ? "0\(hour)" : "\(hour)") + ":\(minute)" + (second.map { ":\($0)" } ?? "")
        var text = "\(day.year)-\(day.month)-\(day.day)T\(clock)"
        if let fraction, second != nil { text += ".\(fraction)" }
        text += zone() ?? (program?.isUTC == true ? "Z" : "")
        let time = checked(text, earliest: 1990)
        isTimed = CaptureDate(text: text, source: .filename) != nil
        return time
    }

    private enum Meridiem { case am, pm }

    /// Skips what is between a date and a time: separators, a word such as `at`, AM and PM of languages that write it first.
    ///
    /// - Returns: whether a word says that a time follows.
    private mutating func skipToTime() -> (isNamed: Bool, Meridiem?) {
        var (isNamed, meridiem, separators): (Bool, Meridiem?, Int) = (false, nil, 0)
        while let next = scalar(at), !isDigit(at) {
            if "_-. ,T".unicodeScalars.contains(next) {
                separators += 1
                guard separators <= 4 else { break }
                at += 1
                continue
            }
            guard let word = Self.words.first(where: { has($0.text) }) else { break }
            at += word.text.unicodeScalars.count
            (isNamed, meridiem) = (true, word.meridiem ?? meridiem)
        }
        return (isNamed, meridiem)
    }

    /// The words between date and time in the names of screenshots: English, German, French, Spanish, Italian, Portuguese, Dutch,
    /// Polish, Swedish, Russian; and the words for AM and PM in Chinese, Japanese and Korean.
    private static let words: [(text: String, meridiem: Meridiem?)] =
        ["at ", "um ", "à ", "a\u{300} ", "a las ", "alle ", "às ", "a\u{300}s ", "om ", "o ", "kl. ", "kl ", "в "].map
    { ($0, nil) }
        + [("上午", .am), ("下午", .pm), ("午前", .am), ("午後", .pm), ("오전", .am), ("오후", .pm)]

    /// Reads AM or PM: `PM`, `p.m.`, `p. m.`.
    private mutating func meridiem() -> Meridiem? {
        let start = at
        var letters: [Unicode.Scalar] = []
        while let next = scalar(at), letters.count < 3 {
            if " ._".unicodeScalars.contains(next), at - start < 6 {
                at += 1
                continue
            }
            guard next.properties.isAlphabetic else { break }
            letters.append(next)
            at += 1
        }
        let word = String(String.UnicodeScalarView(letters)).lowercased()
        if word == "am" { return .am }
        if word == "pm" { return .pm }
        at = start
        return nil
    }

    /// Reads a zone behind a time: `_UTC`, `Z`, `+0200`, `-07:00`; nil if there is none.
    private mutating func zone() -> String? {
        let isSeparated = scalar(at) == "_" || scalar(at) == " "
        let start = isSeparated ? at + 1 : at
        func ends(_ end: Int) -> Bool { scalar(end).map { !$0.properties.isAlphabetic && !isDigit(end) } ?? true }
        for text in ["UTC", "GMT", "Z"] where has(text, at: start) && ends(start + text.unicodeScalars.count) {
            return "Z"
        }
        guard let sign = scalar(start), sign == "+" || sign == "-" else { return nil }
        var digits = ""
        var end = start + 1
        while digits.count < 4, isDigit(end) || scalar(end) == ":" && digits.count == 2 {
            if isDigit(end) { digits.unicodeScalars.append(scalars[end]) }
            end += 1
        }
        // A counter has other minutes.
        guard digits.count == 4, ends(end), ["00", "15", "30", "45"].contains(digits.suffix(2)),
            let hours = Int(digits.prefix(2)), hours <= 14, sign == "+" || digits != "0000"
        else { return nil }
        return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
    }

    // MARK: Scalars

    private func scalar(_ index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

    private func isDigit(_ index: Int) -> Bool { scalar(index).map { (48...57).contains($0.value) } ?? false }

    private func digitCount(from start: Int) -> Int {
        var end = start
        while isDigit(end) { end += 1 }
        return end - start
    }

    private func has(_ text: String, at start: Int? = nil) -> Bool {
        scalars.dropFirst(start ?? at).starts(with: text.unicodeScalars)
    }

    /// Takes characters; fewer at the end.
    private mutating func consume(_ count: Int) -> String {
        let part = scalars[min(at, scalars.count)..<min(at + count, scalars.count)]
        at += part.count
        return String(String.UnicodeScalarView(part))
    }
}
