/// What to add to a camera's clock, as users write it: `+1:30` (hours and minutes), `-0:00:20`, `-2d`, `+1d2h`, `45min`.
package enum TimeShift {
    /// What a shift looks like, for messages.
    package static let expected = "a shift such as +1:30 (hours and minutes), -0:00:20, -2d or +1d2h30min"

    /// Returns the seconds of a shift; nil for other texts, and for more than 300 years.
    package static func seconds(_ text: String) -> Int? {
        var rest = text[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        guard !rest.isEmpty else { return nil }
        let total = rest.contains(":") ? clock(rest) : units(rest)
        guard let total, total <= 300 * 366 * 86_400 else { return nil }
        return isNegative ? -total : total
    }

    private static func clock(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    private static func units(_ text: Substring) -> Int? {
        var (rest, total, last) = (text, 0, Int.max)
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            let seconds: [Substring: Int] = ["d": 86_400, "h": 3600, "min": 60, "m": 60, "s": 1]
            // Each unit once, the larger first.
            guard let amount = number(digits), let each = seconds[unit], each < last else { return nil }
            last = each
            total += amount * each
        }
        return total
    }

    private static func number(_ digits: some StringProtocol) -> Int? {
        guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }
}
