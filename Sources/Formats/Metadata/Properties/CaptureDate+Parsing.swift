extension CaptureDate {
    /// Parses a date of Exif, XMP, IPTC or a container: `2024:05:17 18:03:09`, `2024-05-17T18:03:09.25+02:00`, `20240517`, and the
    /// same without seconds, without a time of day, without a day, and without a month. Blanks and zeros stand for what is not
    /// known.
    ///
    /// - Parameters:
    ///   - fraction: the digits of a fraction that is stored apart.
    ///   - offset: a zone that is stored apart, which counts before one in the text.
    /// - Returns: nil if not even the year is known, and for text that is no date.
    ///
    /// Source: Exif 3.0, 4.6.6.5; XMP part 1, 8.2.1.2; IIM 4.2, 2:55 and 2:60.
    package init?(
        text: some StringProtocol, fraction: String? = nil, offset: String? = nil, source: Source
    ) {
        var scanner = Scanner(text)
        guard let year = scanner.number(4), year > 0 else { return nil }
        var numbers = [year]
        let separator = scanner.next.flatMap { ":-/.".utf8.contains($0) ? $0 : nil }
        // A year alone, or followed by another four digits.
        for _ in 1...2 where !scanner.isAtEnd {
            guard separator == nil || scanner.skip(separator ?? 0), let number = scanner.number(2, orBlanks: true)
            else { return nil }
            numbers.append(number)
        }
        let known = Array(numbers.prefix { $0 > 0 })
        func date(_ clock: [Int]) -> ExifDateTime? {
            ExifDateTime(
                numbers: known + Array(repeating: 1, count: 3 - known.count) + clock
                    + Array(repeating: 0, count: 3 - clock.count))
        }
        // Of a month that is not known, the time of day says nothing.
        if known.count < 3 || scanner.isBlankClock {
            guard let time = date([]) else { return nil }
            self.init(time, precision: [.year, .month, .day][known.count - 1], source: source)
            return
        }
        let isTime = scanner.skip(0x54) || scanner.skip(0x74) || scanner.skip(0x20)
        guard isTime || separator == nil, let hour = scanner.number(2) else { return nil }
        let isCompact = scanner.next != 0x3A
        guard isCompact ? true : scanner.skip(0x3A), let minute = scanner.number(2) else { return nil }
        var clock = [hour, minute]
        if isCompact ? scanner.isAtDigit : scanner.skip(0x3A) {
            guard let second = scanner.number(2, orBlanks: true) else { return nil }
            if second >= 0 { clock.append(second) }
        }
        guard var time = date(clock) else { return nil }
        if clock.count == 3, scanner.skip(0x2E) || scanner.skip(0x2C) { time.fraction = scanner.digits() }
        if let fraction, time.fraction == nil {
            let digits = String(fraction.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber })
            time.fraction = digits.isEmpty ? nil : digits
        }
        let zone = scanner.rest
        if let offset = offset.flatMap({ ExifDateTime.minutes(ofOffset: Self.trimmed($0)) }) {
            time.offset = offset
        } else if !zone.isEmpty {
            guard let minutes = Self.minutes(ofZone: zone) else { return nil }
            time.offset = minutes
        }
        self.init(time, precision: clock.count == 3 ? .second : .minute, source: source)
        if zone == "Z" || zone == "z", offset == nil { self.zone = .utc }
    }

    /// Parses a PNG's `Creation Time`: `Fri, 17 May 2024 18:03:09 +0200`, the same without the day of the week or the seconds, and
    /// what ``init(text:fraction:offset:source:)`` parses.
    ///
    /// - Returns: nil for text that is no date.
    ///
    /// Source: PNG (third edition), 11.3.3.3; RFC 1123, 5.2.14; RFC 822, 5 (zones, and years of two digits).
    package init?(creationTime text: String) {
        if let date = CaptureDate(text: text, source: .container) {
            self = date
            return
        }
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map { $0.lowercased() }
        if let first = words.first, Self.weekdays.contains(String(first.prefix(3))) { words.removeFirst() }
        guard words.count >= 3, let day = Int(words[0]), words[0].utf8.count <= 2,
            let month = Self.months.firstIndex(of: String(words[1].prefix(3))), let number = Int(words[2]), number >= 0
        else { return nil }
        // Two digits are of the years in which RFC 822 counted.
        let year = words[2].utf8.count == 2 ? number + (number < 70 ? 2000 : 1900) : number
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        var iso = "\(year)-\(two(month + 1))-\(two(day))"
        if words.count > 3 { iso += "T" + (words[3].dropFirst().first == ":" ? "0" : "") + words[3] }
        if words.count > 4 {
            guard let zone = Self.zone(words[4]) else { return nil }
            iso += zone
        }
        guard words.count <= 5 || words[5].hasPrefix("("), let date = CaptureDate(text: iso, source: .container) else {
            return nil
        }
        self = date
    }

    private static let weekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let americanZones = [
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
    ]

    /// Returns a zone of RFC 822 as ISO 8601 writes it; nil for other text.
    private static func zone(_ word: String) -> String? {
        if ["gmt", "ut", "utc", "z"].contains(word) { return "Z" }
        if let hours = americanZones[word] { return "-0\(-hours):00" }
        return word.first == "+" || word.first == "-" ? word : nil
    }

    /// Returns the minutes east of UTC for `Z`, `+02:00`, `+0200` and `+02`; nil for other text.
    private static func minutes(ofZone text: String) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard text.first == "+" || text.first == "-", digits.count == 2 || digits.count == 4 else { return nil }
        return ExifDateTime.minutes(
            ofOffset: "\(text.prefix(1))\(digits.prefix(2)):\(digits.count == 2 ? "00" : digits.suffix(2))")
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\0" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Reads the parts of a date from its bytes.
    private struct Scanner {
        private var bytes: ArraySlice<UInt8>

        init(_ text: some StringProtocol) {
            bytes = Array(text.utf8.prefix(64))[...]
            while let last = bytes.last, last == 0x20 || last == 0 || last == 0x0A || last == 0x0D {
                bytes.removeLast()
            }
            while bytes.first == 0x20 { bytes.removeFirst() }
        }

        var next: UInt8? { bytes.first }
        var isAtEnd: Bool { bytes.isEmpty }
        var isAtDigit: Bool { next.map { (48...57).contains($0) } ?? false }
        /// What is left.
        var rest: String {
            String(decoding: bytes.filter { $0 != 0x20 }, as: UTF8.self)
        }
        /// Whether only blanks and colons are left, as Exif writes a time that is not known.
        var isBlankClock: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x3A } }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard bytes.first == byte else { return false }
            bytes.removeFirst()
            return true
        }

        /// Reads a number of some digits; −1 for blanks, if they are allowed. Nil if neither follows.
        mutating func number(_ count: Int, orBlanks: Bool = false) -> Int? {
            let part = bytes.prefix(count)
            let isBlank = orBlanks && part.allSatisfy { $0 == 0x20 }
            guard isBlank || part.count == count && part.allSatisfy({ (48...57).contains($0) }) else { return nil }
            bytes.removeFirst(part.count)
            return isBlank ? -1 : part.reduce(0) { $0 * 10 + Int($1) - 48 }
        }

        mutating func digits() -> String? {
            let digits = bytes.prefix { (48...57).contains($0) }
            bytes.removeFirst(digits.count)
            return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
        }
    }
}
