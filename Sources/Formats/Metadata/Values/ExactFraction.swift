/// A decimal number as an exact fraction, wide enough for any coordinate in use.
package struct ExactFraction: Sendable, Hashable {
    /// Whether the number is below zero.
    package var isNegative: Bool
    /// The magnitude's numerator.
    package var numerator: UInt128
    /// The magnitude's denominator, never 0.
    package var denominator: UInt128

    package init(isNegative: Bool = false, _ numerator: UInt128, _ denominator: UInt128) {
        precondition(denominator > 0, "a fraction has a denominator")
        self.isNegative = isNegative
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Creates the exact fraction of a number's shortest decimal text; nil if the number is not finite or needs more
    /// than 30 digits on either side of the point.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(decimal: "\(value)")
    }

    /// Creates the exact fraction of a decimal text: a sign, digits with at most one point, and an exponent.
    package init?(decimal text: some StringProtocol) {
        var digits: UInt128 = 0
        var digitCount = 0
        var scale = 0
        var sawPoint = false
        var sawDigit = false
        var negative = false
        var bytes = Array(text.utf8)[...]
        if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            bytes.removeFirst()
        }
        while let byte = bytes.first {
            if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                sawDigit = true
                digits = digits * 10 + UInt128(byte - UInt8(ascii: "0"))
                if digits > 0 { digitCount += 1 }
                guard digitCount <= 30 else { return nil }
                if sawPoint { scale -= 1 }
            } else {
                break
            }
            bytes.removeFirst()
        }
        guard sawDigit else { return nil }
        if let mark = bytes.first {
            guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E"),
                let exponent = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), exponent.magnitude < 400
            else { return nil }
            scale += exponent
        }
        // More than 30 decimals are rounded to 30. 10³⁸ is the largest power of ten in 128 bits.
        if scale < -30 {
            var excess: UInt128 = 1
            for _ in 0..<min(-30 - scale, 38) { excess *= 10 }
            digits = (digits + excess / 2) / excess
            if -30 - scale > 38 { digits = 0 }
            scale = digits == 0 ? 0 : -30
        }
        while scale < 0, digits > 0, digits % 10 == 0 {
            digits /= 10
            scale += 1
        }
        if digits == 0 { scale = 0 }
        var power: UInt128 = 1
        for _ in 0..<min(scale.magnitude, 31) { power *= 10 }
        if scale <= 0 {
            self.init(isNegative: negative, digits, power)
        } else {
            guard scale <= 30 else { return nil }
            let (product, overflow) = digits.multipliedReportingOverflow(by: power)
            guard !overflow else { return nil }
            self.init(isNegative: negative, product, 1)
        }
    }

    /// The same number in lowest terms.
    package var reduced: ExactFraction {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        return ExactFraction(isNegative: isNegative, numerator / a, denominator / a)
    }

    /// Returns the fraction within the limits that is closest to the magnitude, by Euclid's algorithm: the last
    /// convergent of the continued fraction that fits, or the last semiconvergent if that is closer.
    ///
    /// Nil if the magnitude is larger than `maximumNumerator`.
    package func bestApproximation(
        maximumNumerator: UInt128, maximumDenominator: UInt128
    ) -> (numerator: UInt128, denominator: UInt128)? {
        let exact = reduced
        if exact.numerator <= maximumNumerator, exact.denominator <= maximumDenominator {
            return (exact.numerator, exact.denominator)
        }
        guard exact.numerator / exact.denominator <= maximumNumerator, maximumDenominator > 0 else { return nil }
        var (dividend, divisor) = (exact.numerator, exact.denominator)
        var (p0, q0): (UInt128, UInt128) = (0, 1)
        var (p1, q1): (UInt128, UInt128) = (1, 0)
        while divisor != 0 {
            let term = dividend / divisor
            let byNumerator = p1 == 0 ? term : (maximumNumerator - p0) / p1
            let byDenominator = q1 == 0 ? term : (maximumDenominator - q0) / q1
            let fitting = min(term, byNumerator, byDenominator)
            let (p2, q2) = (fitting * p1 + p0, fitting * q1 + q0)
            if fitting < term {
                // A semiconvergent is better than the previous convergent if it uses more than half of the term.
                if fitting * 2 > term || (fitting * 2 == term && exact.isCloser(p2, q2, than: p1, q1)) {
                    return (p2, q2)
                }
                return q1 == 0 ? (p2, q2) : (p1, q1)
            }
            (p0, q0, p1, q1) = (p1, q1, p2, q2)
            (dividend, divisor) = (divisor, dividend % divisor)
        }
        return (p1, q1)
    }

    /// Whether `a/b` is closer than `c/d`. The arguments are neighbours of at most 32 bits.
    private func isCloser(_ a: UInt128, _ b: UInt128, than c: UInt128, _ d: UInt128) -> Bool {
        guard b > 0, d > 0 else { return b > 0 }
        let exact = Double(numerator) / Double(denominator)
        return (Double(a) / Double(b) - exact).magnitude <= (Double(c) / Double(d) - exact).magnitude
    }
}
