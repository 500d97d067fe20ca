/// A signed fraction as stored in TIFF: two 32-bit integers, which are never reduced.
///
/// Source: TIFF 6.0, section 2, type 10.
public struct SignedRational: Sendable, Hashable, Codable {
    /// The number above the fraction bar.
    public var numerator: Int32
    /// The number below the fraction bar; 0 if the value is infinite or unknown.
    public var denominator: Int32

    /// Creates a fraction of two numbers.
    public init(_ numerator: Int32, _ denominator: Int32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient: infinite for n/0, NaN for 0/0.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// Creates the best approximation of a number as a fraction of two 32-bit integers, like
    /// ``Rational/init(approximating:maximumDenominator:)``.
    ///
    /// Nil for a number that is not finite, or whose magnitude is at least 2³¹.
    public init?(approximating value: Double, maximumDenominator: Int32 = .max) {
        guard maximumDenominator > 0, let exact = ExactFraction(value),
            let best = exact.bestApproximation(
                maximumNumerator: UInt128(Int32.max), maximumDenominator: UInt128(maximumDenominator))
        else { return nil }
        let numerator = Int32(best.numerator)
        self.init(exact.isNegative ? -numerator : numerator, Int32(best.denominator))
    }
}

extension SignedRational: CustomStringConvertible {
    /// The two numbers: `-1/3`.
    public var description: String { "\(numerator)/\(denominator)" }

    /// Parses a fraction in the form of ``description``; nil for other text.
    public init?(_ description: some StringProtocol) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let numerator = Int32(parts[0]), let denominator = Int32(parts[1]) else { return nil }
        self.init(numerator, denominator)
    }
}
