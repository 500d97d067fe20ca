/// Handles the shortest and longest focal lengths of a lens in millimetres, and the smallest F numbers at each; 0/0 is
/// unknown.
///
/// The value is four numbers (NaN if unknown). Source: Exif 3.0, 4.6.6.9.4.
public struct LensSpecificationHandler: TagHandler {
    /// Creates a handler of lens specifications.
    public init() {}

    /// RATIONAL.
    public var supportedTypes: [TIFFFieldType] { [.rational] }

    /// Returns the four numbers.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        guard bytes.count == 32,
            let numbers = MetadataValue(decoding: bytes, as: .rational, order: context.byteOrder)?.numbers
        else { throw .malformed(tag: context.tag, expected: "four RATIONALs, found \(bytes.count) bytes", offset: 0) }
        return .array(numbers.map { .real($0) })
    }

    /// Returns four RATIONALs; 0/0 for anything that is not a number.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let numbers = value.array?.map(\.number), numbers.count == 4 else {
            throw .kind(tag: context.tag, expected: "four numbers", found: value.json)
        }
        var rationals: [Rational] = []
        for number in numbers {
            if number?.isNaN ?? true {
                rationals.append(Rational(0, 0))
            } else if let rational = number.flatMap({ Rational(approximating: $0, maximumDenominator: 1_000_000) }) {
                rationals.append(rational)
            } else {
                throw .range(tag: context.tag, expected: "numbers from 0 to 4294967295", found: value.json)
            }
        }
        return MetadataValue.rational(rationals).encoded(order: context.byteOrder)
    }
}
