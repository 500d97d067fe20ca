/// Handles versions of four ASCII digits, `0232`: read like ImageIO as `[2, 3, 2]`, without a trailing zero.
///
/// Writing accepts that form or the four digits. Source: Exif 3.0, 4.6.6.1.1.
public struct VersionHandler: TagHandler {
    /// Creates a handler of versions.
    public init() {}

    /// UNDEFINED or ASCII.
    public var supportedTypes: [TIFFFieldType] { [.undefined, .ascii] }

    /// Returns the digits; the first two are one number.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        let digits = bytes.prefix(4).map { Int($0) - 48 }
        guard digits.count == 4, digits.allSatisfy({ (0...9).contains($0) }) else {
            throw .malformed(tag: context.tag, expected: "four digits", offset: 0)
        }
        var version = [digits[0] * 10 + digits[1], digits[2], digits[3]]
        if version[2] == 0 { version.removeLast() }
        return .array(version.map { .integer($0) })
    }

    /// Returns the four digits.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        if let text = value.string, text.utf8.count == 4, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return Array(text.utf8)
        }
        let parts = value.array?.compactMap(\.integer) ?? []
        guard (2...3).contains(parts.count), parts.count == value.array?.count, (0...99).contains(parts[0]),
            parts.dropFirst().allSatisfy({ (0...9).contains($0) })
        else { throw .kind(tag: context.tag, expected: "a version of four digits such as 0232", found: value.json) }
        let digits = [parts[0] / 10, parts[0] % 10, parts[1], parts.count == 3 ? parts[2] : 0]
        return digits.map { UInt8($0 + 48) }
    }
}
