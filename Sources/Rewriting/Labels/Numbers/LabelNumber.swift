/// A number in a file of labels, with the digits that it is written with: 640 − 123.4 is 516.6.
struct LabelNumber: Sendable, CustomStringConvertible {
    private enum Value {
        /// `digits` / 10^`scale`.
        case exact(digits: Int, scale: Int)
        /// A number with an exponent, or with more digits than an integer holds.
        case rounded(Double)
    }

    private let value: Value

    init(_ whole: Int) { value = .exact(digits: whole, scale: 0) }

    init(_ number: Double) {
        value = if let whole = Int(exactly: number) { .exact(digits: whole, scale: 0) } else { .rounded(number) }
    }

    /// Reads a number; nil if the text is none, or one beyond 10¹⁵, which is no place in a picture.
    init?(_ text: some StringProtocol) {
        guard let number = Double(String(text)), number.magnitude < 1e15 else { return nil }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        if let digits = Int(String(parts[0]) + fraction), fraction.allSatisfy({ $0.isASCII && $0.isNumber }),
            fraction.count < 18
        {
            value = .exact(digits: digits, scale: fraction.count)
        } else {
            value = .rounded(number)
        }
    }

    /// Whether it is written as a whole number.
    var isWhole: Bool { if case .exact(_, 0) = value { true } else { false } }

    /// The nearest number.
    var double: Double {
        switch value {
        case .exact(let digits, let scale): Double(digits) / Double(Self.power(scale) ?? 1)
        case .rounded(let number): number
        }
    }

    /// The difference, exact if both numbers are.
    static func - (minuend: LabelNumber, subtrahend: LabelNumber) -> LabelNumber {
        if case .exact(let first, let one) = minuend.value, case .exact(let second, let other) = subtrahend.value,
            let scaled = power(max(one, other) - one), let scaledOther = power(max(one, other) - other)
        {
            let (left, overflow) = first.multipliedReportingOverflow(by: scaled)
            let (right, otherOverflow) = second.multipliedReportingOverflow(by: scaledOther)
            let (difference, last) = left.subtractingReportingOverflow(right)
            if !overflow, !otherOverflow, !last {
                return LabelNumber(.exact(digits: difference, scale: max(one, other)))
            }
        }
        return LabelNumber(.rounded(minuend.double - subtrahend.double))
    }

    private init(_ value: Value) { self.value = value }

    private static func power(_ exponent: Int) -> Int? {
        var power = 1
        for _ in 0..<exponent {
            let (next, overflow) = power.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            power = next
        }
        return power
    }

    /// The number as text, valid in JSON.
    var description: String {
        switch value {
        case .rounded(let number): return "\(number)"
        case .exact(let digits, let scale):
            guard scale > 0 else { return String(digits) }
            var text = String(digits.magnitude)
            if text.count <= scale { text = String(repeating: "0", count: scale + 1 - text.count) + text }
            return (digits < 0 ? "-" : "") + text.dropLast(scale) + "." + text.suffix(scale)
        }
    }
}
