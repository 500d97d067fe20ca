import UprightFormats
import Testing

@Suite struct DegreesMinutesSecondsTests {
    @Test(arguments: [
        ("122.030731", "122° 1' 50.6316\""), ("0", "0° 0' 0\""), ("-33.8675", "33° 52' 3\""),
        ("37.33182", "37° 19' 54.552\""),
        ("59.99999999999", "60° 0' 0\""), ("180", "180° 0' 0\""), ("0.5", "0° 30' 0\""), ("1e-3", "0° 0' 3.6\""),
    ])
    func decimalsAreFormatted(decimal: String, formatted: String) throws {
        #expect(try #require(DegreesMinutesSeconds(decimalDegrees: decimal)).formatted() == formatted)
    }

    /// Up to ten decimals are exact: degrees, minutes and seconds add up to the same digits.
    @Test func tenDecimalsAreExact() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let whole = UInt64.random(in: 0..<180, using: &generator)
            let fraction = UInt64.random(in: 0..<10_000_000_000, using: &generator)
            let digits = String(fraction)
            let text = "\(whole)." + String(repeating: "0", count: 10 - digits.count) + digits
            let angle = try #require(DegreesMinutesSeconds(decimalDegrees: text))
            #expect(angle.degrees.denominator == 1 && angle.minutes.denominator == 1)
            // seconds = n/d: total·d·10¹⁰ must agree as integers.
            let (n, d) = (UInt128(angle.seconds.numerator), UInt128(angle.seconds.denominator))
            let scale: UInt128 = 10_000_000_000
            let left =
                ((UInt128(angle.degrees.numerator) * 3600 + UInt128(angle.minutes.numerator) * 60) * d + n) * scale
            let right = (UInt128(whole) * scale + UInt128(fraction)) * 3600 * d
            #expect(left == right, "\(text)")
        }
    }

    /// Above ten decimals, the documented bound holds.
    @Test func longDecimalsStayWithinTheBound() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let value = Double.random(in: 0..<180, using: &generator)
            let angle = try #require(DegreesMinutesSeconds(decimalDegrees: value))
            let back = try #require(angle.decimalDegrees)
            // The bound on the seconds, plus the precision of a Double for the sum.
            #expect(abs(back - value) * 3600 < 1.0 / 71_582_789 + 1e-10)
            #expect(angle.seconds.value < 60)
        }
    }

    @Test(arguments: ["", "north", "361", "1.2.3", "nan", "inf"]) func otherTextIsRejected(text: String) {
        #expect(DegreesMinutesSeconds(decimalDegrees: text) == nil)
    }

    @Test func anglesWithoutAValueAreUnknown() {
        let angle = DegreesMinutesSeconds(degrees: Rational(0, 0), minutes: Rational(1, 1), seconds: Rational(1, 1))
        #expect(angle.decimalDegrees == nil)
        #expect(angle.formatted() == "unknown")
        let seconds = DegreesMinutesSeconds(
            degrees: Rational(10, 1), minutes: Rational(302, 10), seconds: Rational(0, 0))
        #expect(seconds.decimalDegrees.map { abs($0 - 10.50333333) < 1e-8 } == true)
    }

    @Test func secondsCarryIntoMinutes() {
        let angle = DegreesMinutesSeconds(
            degrees: Rational(1, 1), minutes: Rational(59, 1), seconds: Rational(5_999_999, 100_000))
        #expect(angle.formatted(fractionDigits: 2) == "2° 0' 0\"")
        #expect(angle.formatted(fractionDigits: 5) == "1° 59' 59.99999\"")
    }

    @Test(
        "Seconds that round up to a minute become one",
        arguments: [("48.01666666666666666666", 48, 1), ("47.99999999999999999999", 48, 0)])
    func secondsOfAWholeMinute(text: String, degrees: UInt32, minutes: UInt32) {
        let angle = DegreesMinutesSeconds(decimalDegrees: text)
        #expect(angle?.parts == [Rational(degrees, 1), Rational(minutes, 1), Rational(0, 1)])
    }
}
