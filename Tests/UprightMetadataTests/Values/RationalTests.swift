import UprightFormats
import Testing

@Suite struct RationalTests {
    @Test(
        arguments: [
            (0.0, 0, 1), (0.1, 1, 10), (0.5, 1, 2), (0.004, 1, 250), (2.8, 14, 5), (3.0, 3, 1),
            (4_294_967_295, 4_294_967_295, 1),
            (1e-9, 1, 1_000_000_000), (1e-12, 0, 1),
        ] as [(Double, UInt32, UInt32)])
    func shortDecimalsAreExact(value: Double, numerator: UInt32, denominator: UInt32) {
        #expect(Rational(approximating: value) == Rational(numerator, denominator))
    }

    @Test(arguments: [-0.1, .infinity, .nan, 4_294_967_296]) func numbersThatDoNotFitAreRejected(value: Double) {
        #expect(Rational(approximating: value) == nil)
    }

    @Test func negativeNumbersKeepTheirSign() {
        #expect(SignedRational(approximating: -0.25) == SignedRational(-1, 4))
        #expect(SignedRational(approximating: 2_147_483_648) == nil)
    }

    /// No fraction with a denominator within the limit is closer; the test compares every one.
    @Test(arguments: [3.14159265358979, 0.7182818284, 1.41421356237, 0.0123456789, 12.9876543210123])
    func theApproximationIsTheBestOne(value: Double) throws {
        for limit: UInt32 in [1, 2, 7, 10, 99, 100, 113, 1000] {
            let found = try #require(Rational(approximating: value, maximumDenominator: limit))
            #expect(found.denominator <= limit)
            let error = abs(found.value - value)
            for denominator in 1...limit {
                let best = (value * Double(denominator)).rounded() / Double(denominator)
                #expect(error <= abs(best - value) * (1 + 1e-9) + 1e-15, "\(value) limit \(limit): \(found)")
            }
            #expect(error < 1 / (Double(limit) + 1))
        }
    }

    @Test func equalMagnitudesAreNotEqual() {
        #expect(Rational(1, 2) != Rational(2, 4))
        #expect(Rational(1, 2).value == Rational(2, 4).value)
    }

    @Test(arguments: ["28/10", "0/0", "4294967295/1"]) func textIsRestored(text: String) throws {
        #expect(try #require(Rational(text)).description == text)
    }

    @Test(arguments: ["", "1", "1/", "/1", "-1/2", "1/2/3", "4294967296/1"]) func otherTextIsRejected(text: String) {
        #expect(Rational(text) == nil)
    }
}
