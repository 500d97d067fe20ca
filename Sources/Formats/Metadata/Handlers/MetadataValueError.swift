/// Why a name or a value of metadata is not one that can be set: an Exif tag, an IPTC data set, an XMP property.
public struct MetadataValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected and what was found.
    public let description: String

    /// Creates an error with what was expected and what was found.
    public init(_ description: String) { self.description = description }

    /// No tag has the name.
    public static func unknownTag(_ name: String) -> MetadataValueError {
        MetadataValueError(
            "expected a tag by its name in the standard or by directory and number (ExifIFD:0x9003), found \(name)")
    }

    /// The tag describes how the data is stored.
    public static func notEditable(_ tag: TagID) -> MetadataValueError {
        MetadataValueError("\(tag) describes how the file's data is stored, and cannot be edited separately")
    }

    /// The tag does not take values of this kind.
    public static func kind(tag: TagID, expected: String, found: String) -> MetadataValueError {
        MetadataValueError("\(tag) takes \(expected), found \(found)")
    }

    /// The number of values is wrong.
    public static func count(tag: TagID, expected: TagDefinition.Count, found: Int) -> MetadataValueError {
        let taken =
            switch expected {
            case .any: "any number of values"
            case .exactly(let count): "\(count) value\(count == 1 ? "" : "s")"
            case .within(let range): "\(range.lowerBound) to \(range.upperBound) values"
            }
        return MetadataValueError("\(tag) takes \(taken), found \(found)")
    }

    /// The value is out of range for the type or the tag.
    public static func range(tag: TagID, expected: String, found: String) -> MetadataValueError {
        MetadataValueError("\(tag) takes \(expected), found \(found)")
    }

    /// The stored bytes do not match the tag's definition.
    public static func malformed(tag: TagID, expected: String, offset: Int) -> MetadataValueError {
        MetadataValueError("\(tag): expected \(expected) at byte \(offset) of the value")
    }
}
