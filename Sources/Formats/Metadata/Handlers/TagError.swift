/// Why a tag's value cannot be read or written.
public enum TagError: Error, Sendable, Hashable {
    /// No tag has the name.
    case unknownTag(String)
    /// The tag describes how the data is stored.
    case notEditable(TagID)
    /// The tag does not take values of this kind.
    case kind(tag: TagID, expected: String, found: String)
    /// The number of values is wrong.
    case count(tag: TagID, expected: TagDefinition.Count, found: Int)
    /// The value is out of range for the type or the tag.
    case range(tag: TagID, expected: String, found: String)
    /// The stored bytes do not match the tag's definition.
    case malformed(tag: TagID, expected: String, offset: Int)
}

extension TagError: CustomStringConvertible {
    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .unknownTag(let name):
            "expected a tag by its name in the standard or by directory and number (ExifIFD:0x9003), found \(name)"
        case .notEditable(let tag):
            "\(tag) describes how the file's data is stored, and cannot be edited by itself"
        case .kind(let tag, let expected, let found): "\(tag) takes \(expected), found \(found)"
        case .count(let tag, let expected, let found):
            switch expected {
            case .any: "\(tag) takes any number of values, found \(found)"
            case .exactly(let count): "\(tag) takes \(count) value\(count == 1 ? "" : "s"), found \(found)"
            case .within(let range):
                "\(tag) takes \(range.lowerBound) to \(range.upperBound) values, found \(found)"
            }
        case .range(let tag, let expected, let found): "\(tag) takes \(expected), found \(found)"
        case .malformed(let tag, let expected, let offset):
            "\(tag): expected \(expected) at byte \(offset) of the value"
        }
    }
}
