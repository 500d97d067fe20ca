/// An angle of a coordinate as in Exif: degrees, minutes and seconds, each a rational, without a sign.
///
/// Source: Exif 3.0, 4.6.6.1.3 (GPSLatitude).
public struct DegreesMinutesSeconds: Sendable, Hashable {
    /// The degrees: whole numbers as written by this library; other writers also use fractions.
    public var degrees: Rational
    /// Minutes of arc.
    public var minutes: Rational
    /// Seconds of arc.
    public var seconds: Rational

    /// Creates an angle from its three parts.
    public init(degrees: Rational, minutes: Rational, seconds: Rational) {
        self.degrees = degrees
        self.minutes = minutes
        self.seconds = seconds
    }

    /// The largest denominator of the seconds in ``init(decimalDegrees:)``: any value below 60 still fits with it.
    public static let maximumDenominator: UInt32 = UInt32.max / 60

    /// Creates the magnitude of an angle in decimal degrees.
    ///
    /// Degrees and minutes are whole numbers. Seconds are **exact** for up to ten decimals of a degree; beyond that,
    /// they are the best rational approximation (continued fractions), with an error of less than `1/71,582,789` of a
    /// second of arc: less than half a micrometre on the ground. Nil if the angle is not finite or is above 360 in
    /// magnitude.
    public init?(decimalDegrees: Double) {
        guard decimalDegrees.magnitude <= 360, let exact = ExactFraction(decimalDegrees) else { return nil }
        self.init(exact)
    }

    /// Creates the magnitude of an angle from decimal degrees as text, `-122.030731`, exactly.
    ///
    /// Like ``init(decimalDegrees:)``, but without the limits of floating-point numbers. Nil if the text is not a
    /// number.
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
        // The approximation can have rounded up to a full minute.
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

    /// Creates an angle from three rationals as stored in a file; nil unless there are three.
    public init?(_ parts: [Rational]) {
        guard parts.count == 3 else { return nil }
        self.init(degrees: parts[0], minutes: parts[1], seconds: parts[2])
    }

    /// The three rationals, in the order of the tag.
    public var parts: [Rational] { [degrees, minutes, seconds] }

    /// The angle in degrees; nil if a part has no value. Minutes or seconds of 0/0, which some writers use for unknown
    /// values, count as 0.
    public var decimalDegrees: Double? {
        guard degrees.denominator != 0 else { return nil }
        func part(_ rational: Rational) -> (UInt128, UInt128)? {
            if rational.denominator == 0 { return rational.numerator == 0 ? (0, 1) : nil }
            return (UInt128(rational.numerator), UInt128(rational.denominator))
        }
        guard let minutes = part(minutes), let seconds = part(seconds) else { return nil }
        let whole = (UInt128(degrees.numerator), UInt128(degrees.denominator))
        // A single exact fraction of at most 112 bits and one division preserve decimals such as 122.03118.
        let numerator =
            whole.0 * minutes.1 * seconds.1 * 3600 + minutes.0 * whole.1 * seconds.1 * 60
            + seconds.0 * whole.1 * minutes.1
        let sum = ExactFraction(numerator, whole.1 * minutes.1 * seconds.1 * 3600).reduced
        return Double(sum.numerator) / Double(sum.denominator)
    }

    /// Returns the angle in the usual notation: `122° 1' 50.6316"`.
    ///
    /// - Parameter fractionDigits: the maximum number of decimals of a second; trailing zeros are omitted.
    public func formatted(fractionDigits: Int = 4) -> String {
        guard let total = decimalDegrees, total.isFinite, total >= 0, total < 1e6 else { return "unknown" }
        let digits = min(max(fractionDigits, 0), 9)
        var scale: UInt128 = 1
        for _ in 0..<digits { scale *= 10 }
        // Integer arithmetic, so that 59.99999 carries into the minutes instead of printing 60.
        func units(_ rational: Rational, per: UInt128) -> (UInt128, UInt128) {
            rational.denominator == 0 ? (0, 1) : (UInt128(rational.numerator) * per, UInt128(rational.denominator))
        }
        let (d, dn) = units(degrees, per: 3600)
        let (m, mn) = units(minutes, per: 60)
        let (s, sn) = units(seconds, per: 1)
        // Each denominator has 32 bits and each numerator 44: the sum of the cross products stays within 128 bits if
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
