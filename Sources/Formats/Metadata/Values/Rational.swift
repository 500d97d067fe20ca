/// An unsigned fraction as stored in TIFF: two 32-bit integers, which are never reduced.
///
/// Two rationals are equal if both numbers are equal: 1/2 is not 2/4, so that values are written bit for bit as they
/// were read. Compare ``value`` to compare magnitudes. Source: TIFF 6.0, section 2, type 5.
public struct Rational: Sendable, Hashable, Codable {
    /// The number above the fraction bar.
    public var numerator: UInt32
    /// The number below the fraction bar; 0 if the value is infinite (n/0) or unknown (0/0).
    public var denominator: UInt32

    /// Creates a fraction of two numbers.
    public init(_ numerator: UInt32, _ denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient: infinite for n/0, NaN for 0/0.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// Creates the best approximation of a number as a fraction of two 32-bit integers.
    ///
    /// The number counts as the decimal that Swift prints for it, so 0.1 becomes exactly 1/10. Nil for a number that is
    /// negative, not finite, or at least 2³². If the exact fraction does not fit, the result is the closest one: the
    /// error is less than `1/(maximumDenominator + 1)` unless the numerator reaches its limit first.
    public init?(approximating value: Double, maximumDenominator: UInt32 = .max) {
        guard let exact = ExactFraction(value), !exact.isNegative else { return nil }
        self.init(approximating: exact, maximumDenominator: maximumDenominator)
    }

    /// Creates the best approximation of an exact fraction; nil if it is at least 2³².
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

    /// Parses a fraction in the form of ``description``; nil for other text.
    public init?(_ description: some StringProtocol) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) else { return nil }
        self.init(numerator, denominator)
    }
}
