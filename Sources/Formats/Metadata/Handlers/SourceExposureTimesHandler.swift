/// Handles the exposure times of the source pictures of a composite image.
///
/// `{"Times":[…],"Images":n,"ImageTimes":[…]}`: seven RATIONALs of totals and extremes, a SHORT, and a RATIONAL per
/// source image. Source: Exif 3.0, 4.6.6.7.42.
public struct SourceExposureTimesHandler: TagHandler {
    /// Creates a handler of source exposure times.
    public init() {}

    /// UNDEFINED.
    public var supportedTypes: [TIFFFieldType] { [.undefined] }

    /// Returns the times in seconds; NaN if unknown.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        // The number of images, followed by their times, can be missing.
        let head = 56
        guard bytes.count >= head else {
            throw .malformed(tag: context.tag, expected: "seven RATIONALs", offset: 0)
        }
        func numbers(_ part: ArraySlice<UInt8>) -> PropertyValue {
            .array(
                (MetadataValue(decoding: part, as: .rational, order: context.byteOrder)?.numbers ?? []).map {
                    .real($0)
                })
        }
        var result: [String: PropertyValue] = ["Times": numbers(bytes.prefix(head))]
        let rest = bytes.dropFirst(head)
        if rest.count >= 2 {
            result["Images"] = .integer(Int(context.byteOrder.integer(rest.prefix(2))))
            result["ImageTimes"] = numbers(rest.dropFirst(2))
        }
        return .dictionary(result)
    }

    /// Returns the bytes of the times.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        func rationals(_ value: PropertyValue?) throws(MetadataValueError) -> [Rational] {
            var rationals: [Rational] = []
            for element in value?.array ?? [] {
                guard let number = element.number else {
                    throw .kind(tag: context.tag, expected: "times in seconds", found: element.json)
                }
                guard let rational = number.isNaN ? Rational(0, 0) : Rational(approximating: number) else {
                    throw .range(tag: context.tag, expected: "times from 0 to 4294967295 seconds", found: element.json)
                }
                rationals.append(rational)
            }
            return rationals
        }
        let times = try rationals(value["Times"])
        guard times.count == 7 else {
            throw .kind(tag: context.tag, expected: "seven Times", found: "\(times.count)")
        }
        var bytes = MetadataValue.rational(times).encoded(order: context.byteOrder)
        if let images = value["Images"]?.integer.flatMap({ UInt16(exactly: $0) }) {
            bytes += MetadataValue.short([images]).encoded(order: context.byteOrder)
            bytes += MetadataValue.rational(try rationals(value["ImageTimes"])).encoded(order: context.byteOrder)
        }
        return bytes
    }
}
