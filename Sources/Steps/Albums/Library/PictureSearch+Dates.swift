extension PictureSearch {
    /// Takes dates out of the words: `August 2015`, `12. Dez 2022`, `2015-08`, `2015年8月`, `2015`. The search is then for
    /// pictures of that time.
    ///
    /// - Parameter languages: the languages of the names of months.
    package mutating func takeDates(in languages: [DateLanguage]) {
        var rest: [String] = []
        var (year, month, day): (Int?, Int?, Int?)
        for word in words {
            let plain = Self.plain(word)
            if let parts = Self.parts(plain), year == nil {
                (year, month, day) = (parts.year, parts.month ?? month, parts.day ?? day)
            } else if month == nil, let named = languages.lazy.compactMap({ $0.month(named: plain) }).first {
                month = named
            } else if day == nil, let number = Self.dayNumber(plain) {
                day = number
            } else if !Self.fillers.contains(plain) {
                rest.append(word)
            }
        }
        // A month or a day of no year, and a day of no month, stay words.
        guard let year, month != nil || day == nil else { return }
        let start: (Int, Int, Int)
        let end: (Int, Int, Int)
        switch (month, day) {
        case (let month?, let day?):
            start = (year, month, day)
            end = (year, month, day + 1)
        case (let month?, nil):
            start = (year, month, 1)
            end = month == 12 ? (year + 1, 1, 1) : (year, month + 1, 1)
        case (nil, _):
            start = (year, 1, 1)
            end = (year + 1, 1, 1)
        }
        func seconds(_ date: (Int, Int, Int)) -> Double {
            Double(CivilDate.days(year: date.0, month: date.1, day: date.2)) * 86_400
        }
        words = rest
        from = max(from ?? seconds(start), seconds(start))
        to = min(to ?? seconds(end), seconds(end))
    }

    private static let fillers: Set = ["de", "del", "of", "do", "di", "du"]

    /// A word in lower case with ASCII digits, without punctuation around it.
    private static func plain(_ word: String) -> String {
        let text = String(
            word.lowercased().map { $0.isASCII ? $0 : $0.wholeNumberValue.map { Character("\($0)") } ?? $0 })
        return text.trimmed { $0 == "." || $0 == "," }
    }

    /// `2015`, `2015-08`, `2015-08-12`, `08/2015`, `12.8.2015`, `2015年8月`.
    private static func parts(_ text: String) -> (year: Int, month: Int?, day: Int?)? {
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? 0 }
        let signs = Set(text.filter { !($0.isASCII && $0.isNumber) })
        guard signs.isSubset(of: ["-", "/", ".", "年", "月", "日", "년", "г"]), (1...3).contains(numbers.count) else {
            return nil
        }
        let isYearFirst = numbers[0] > 31
        guard isYearFirst || numbers.count > 1, let year = isYearFirst ? numbers.first : numbers.last,
            (1826...2200).contains(year)
        else { return nil }
        let others = isYearFirst ? Array(numbers.dropFirst()) : numbers.dropLast().reversed()
        // A day and a month with a slash between them are written in either order.
        if !isYearFirst, numbers.count == 3, signs != ["."] { return nil }
        guard others.first.map({ (1...12).contains($0) }) ?? true,
            others.dropFirst().first.map({ (1...31).contains($0) }) ?? true
        else { return nil }
        return (year, others.first, others.dropFirst().first)
    }

    /// `12`, `12th`, `12日`.
    private static func dayNumber(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count),
            ["", "st", "nd", "rd", "th", "日", "일"].contains(text.dropFirst(digits.count)),
            let number = Int(digits), (1...31).contains(number)
        else { return nil }
        return number
    }
}

extension String {
    fileprivate func trimmed(_ isRemoved: (Character) -> Bool) -> String {
        let start = drop(while: isRemoved)
        guard let last = start.lastIndex(where: { !isRemoved($0) }) else { return "" }
        return String(start[...last])
    }
}
