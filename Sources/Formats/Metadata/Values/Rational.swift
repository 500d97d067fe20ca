/// An unsigned fraction as TIFF stores it: two 32-bit integers, kept as they are and never reduced.
///
/// Two rationals are equal when both numbers are equal: 1/2 is not 2/4, so that what was read is written again bit for
/// bit. Compare ``value`` to compare magnitudes. Source: TIFF 6.0, section 2, type 5.
public struct Rational: Sendable, Hashable, Codable {
    /// The number above the line.
    public var numerator: UInt32
    /// The number below the line; 0 where the writer meant "infinite" (n/0) or "unknown" (0/0).
    public var denominator: UInt32

    /// The fraction of the two numbers.
    public init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient: infinite for n/0, not a number for 0/0.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The best approximation of a number by a fraction of two 32-bit integers.
    ///
    /// The text that Swift prints for the number is taken for what was meant, so 0.1 becomes exactly 1/10. Nil for a
    /// number that is negative, not finite, or at or above 2³². Where the exact fraction does not fit, the result is the
    /// closest there is: it misses by less than `1/(maximumDenominator + 1)` unless the numerator reached its limit
    /// first.
    public init?(approximating value: Double, maximumDenominator: UInt32 = .max) {
        guard let exact = ExactFraction(value), !exact.isNegative else { return nil }
        self.init(approximating: exact, maximumDenominator: maximumDenominator)
    }

    /// The best approximation of an exact fraction; nil at or above 2³².
    package init?(approximating exact: ExactFraction, maximumDenominator: UInt32 = .max) {
        guard
            let best = exact.bestApproximation(
                maximumNumerator: UInt128(UInt32.max), maximumDenominator: UInt128(maximumDenominator))
        else { return nil }
        self.init(UInt32(best.numerator), UInt32(best.denominator))
    }
}

extension Rational: CustomStringConvertible {
    /// The two numbers: `28/10`.
    public var description: String { "\(numerator)/\(denominator)" }

    /// The fraction that ``description`` prints, or nil.
    public init?(_ description: some StringProtocol) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) else { return nil }
        self.init(numerator, denominator)
    }
}
