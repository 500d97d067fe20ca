/// Handles the time of day of a position in UTC, read as `13:05:09.25`.
///
/// Source: Exif 3.0, 4.6.6.1.8 (GPSTimeStamp).
public struct TimeStampHandler: TagHandler {
    /// Creates a handler of times of day.
    public init() {}

    /// RATIONAL; some writers use SRATIONAL.
    public var supportedTypes: [TIFFFieldType] { [.rational, .srational] }

    /// Returns hours, minutes and seconds, with up to nine decimals.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count == 24,
            let parts = MetadataValue(decoding: bytes, as: context.type, order: context.byteOrder)?.numbers,
            parts.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e6 })
        else { throw .malformed(tag: context.tag, expected: "three RATIONALs", offset: 0) }
        // Nine decimals hold every fraction that a clock gives; the sum stays below 2⁶³.
        let nanoseconds = Int((parts[0] * 3600 + parts[1] * 60) * 1e9 + 0.5) + Int(parts[2] * 1e9 + 0.5)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        var text = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        if rest > 0 {
            var digits = String(rest)
            digits = String(repeating: "0", count: 9 - digits.count) + digits
            while digits.hasSuffix("0") { digits.removeLast() }
            text += "." + digits
        }
        return .string(text)
    }

    /// Returns the three RATIONALs of a text `HH:MM:SS` with or without a fraction.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        let parts = value.string?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, let hours = UInt32(parts[0]), hours < 24, let minutes = UInt32(parts[1]), minutes < 60,
            let exact = ExactFraction(decimal: parts[2]), !exact.isNegative,
            let seconds = Rational(approximating: exact, maximumDenominator: 1_000_000), seconds.value < 61
        else { throw .kind(tag: context.tag, expected: "a time of day such as 13:05:09.25", found: value.json) }
        return MetadataValue.rational([Rational(hours, 1), Rational(minutes, 1), seconds])
            .encoded(order: context.byteOrder)
    }
}
