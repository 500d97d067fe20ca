/// An angle of a coordinate as Exif stores it: degrees, minutes and seconds, each a rational, without a sign.
///
/// Source: Exif 3.0, 4.6.6.1.3 (GPSLatitude).
public struct DegreesMinutesSeconds: Sendable, Hashable {
    /// Whole degrees, as this library writes them; other writers put fractions here.
    public var degrees: Rational
    /// Minutes of arc.
    public var minutes: Rational
    /// Seconds of arc.
    public var seconds: Rational

    /// The angle of the three parts.
    public init(degrees: Rational, minutes: Rational, seconds: Rational) {
        self.degrees = degrees
        self.minutes = minutes
        self.seconds = seconds
    }

    /// The largest denominator that ``init(decimalDegrees:)`` gives the seconds: with it any value below 60 still fits.
    public static let maximumDenominator: UInt32 = UInt32.max / 60

    /// The magnitude of an angle in decimal degrees.
    ///
    /// Degrees and minutes are whole. Seconds are **exact** for up to ten decimals of a degree; beyond that they are the
    /// best rational approximation (continued fractions), which misses by less than `1/71,582,789` of a second of arc:
    /// less than half a micrometre on the ground. Nil for what is not finite or above 360 in magnitude.
    public init?(decimalDegrees: Double) {
        guard abs(decimalDegrees) <= 360, let exact = ExactFraction(decimalDegrees) else { return nil }
        self.init(exact)
    }

    /// The magnitude of an angle written in decimal degrees, `-122.030731`: exact to what is written.
    ///
    /// As ``init(decimalDegrees:)``, without the limits of a floating-point number. Nil for text that is no number.
    public init?(decimalDegrees text: some StringProtocol) {
        guard let exact = ExactFraction(decimal: text) else { return nil }
        self.init(exact)
    }

    private init?(_ exact: ExactFraction) {
        let unit = exact.denominator
        let (degrees, rest) = exact.numerator.quotientAndRemainder(dividingBy: unit)
        guard degrees <= 360 else { return nil }
        let (minuteUnits, tooLarge) = rest.multipliedReportingOverflow(by: 60)
        guard !tooLarge else { return nil }
        let (minutes, minuteRest) = minuteUnits.quotientAndRemainder(dividingBy: unit)
        let (secondUnits, alsoTooLarge) = minuteRest.multipliedReportingOverflow(by: 60)
        guard !alsoTooLarge,
            var seconds = Rational(
                approximating: ExactFraction(secondUnits, unit), maximumDenominator: Self.maximumDenominator)
        else { return nil }
        var (wholeDegrees, wholeMinutes) = (UInt32(degrees), UInt32(minutes))
        // The approximation may have rounded up to a full minute.
        if UInt64(seconds.numerator) >= 60 * UInt64(seconds.denominator) {
            seconds = Rational(0, 1)
            wholeMinutes += 1
        }
        if wholeMinutes == 60 {
            wholeMinutes = 0
            wholeDegrees += 1
        }
        self.init(degrees: Rational(wholeDegrees, 1), minutes: Rational(wholeMinutes, 1), seconds: seconds)
    }

    /// The angle of three rationals as they stand in a file; nil unless there are three.
    public init?(_ parts: [Rational]) {
        guard parts.count == 3 else { return nil }
        self.init(degrees: parts[0], minutes: parts[1], seconds: parts[2])
    }

    /// The three rationals, in the order of the tag.
    public var parts: [Rational] { [degrees, minutes, seconds] }

    /// The angle in degrees, or nil where a part that matters has no value (0/0, which some writers use for seconds
    /// they do not know, counts as 0 there).
    public var decimalDegrees: Double? {
        guard degrees.denominator != 0 else { return nil }
        func part(_ rational: Rational) -> (UInt128, UInt128)? {
            if rational.denominator == 0 { return rational.numerator == 0 ? (0, 1) : nil }
            return (UInt128(rational.numerator), UInt128(rational.denominator))
        }
        guard let minutes = part(minutes), let seconds = part(seconds) else { return nil }
        let whole = (UInt128(degrees.numerator), UInt128(degrees.denominator))
        // One exact fraction, of at most 112 bits, and one division: 122.03118 comes back as it was given.
        let numerator =
            whole.0 * minutes.1 * seconds.1 * 3600 + minutes.0 * whole.1 * seconds.1 * 60
            + seconds.0 * whole.1 * minutes.1
        let sum = ExactFraction(numerator, whole.1 * minutes.1 * seconds.1 * 3600).reduced
        return Double(sum.numerator) / Double(sum.denominator)
    }

    /// The angle as it is read aloud: `122° 1' 50.6316"`.
    ///
    /// - Parameter fractionDigits: the most decimals of a second; trailing zeros are left out.
    public func formatted(fractionDigits: Int = 4) -> String {
        guard let total = decimalDegrees, total.isFinite, total >= 0, total < 1e6 else { return "unknown" }
        let digits = min(max(fractionDigits, 0), 9)
        var scale: UInt128 = 1
        for _ in 0..<digits { scale *= 10 }
        // In integers, so that 59.99999 carries into the minute instead of printing 60.
        func units(_ rational: Rational, per: UInt128) -> (UInt128, UInt128) {
            rational.denominator == 0 ? (0, 1) : (UInt128(rational.numerator) * per, UInt128(rational.denominator))
        }
        let (d, dn) = units(degrees, per: 3600)
        let (m, mn) = units(minutes, per: 60)
        let (s, sn) = units(seconds, per: 1)
        // Each denominator has 32 bits, each numerator 44: the sum of the cross products stays within 128 bits when
        // the parts are scaled one by one.
        func scaled(_ numerator: UInt128, _ denominator: UInt128) -> (whole: UInt128, rest: Double) {
            let product = numerator * scale
            return (product / denominator, Double(product % denominator) / Double(denominator))
        }
        let parts = [scaled(d, dn), scaled(m, mn), scaled(s, sn)]
        let rest = parts.reduce(0) { $0 + $1.rest }
        let all = parts.reduce(0) { $0 + $1.whole } + UInt128(Int(rest + 0.5))
        let (minuteCount, secondUnits) = all.quotientAndRemainder(dividingBy: 60 * scale)
        var text = "\(minuteCount / 60)° \(minuteCount % 60)' \(secondUnits / scale)"
        var fraction = secondUnits % scale
        if fraction > 0 {
            var width = digits
            while fraction % 10 == 0 {
                fraction /= 10
                width -= 1
            }
            let shown = String(fraction)
            text += "." + String(repeating: "0", count: width - shown.count) + shown
        }
        return text + "\""
    }
}
