/// Why a value cannot be read as, or written into, a tag.
public enum TagError: Error, Sendable, Hashable {
    /// No tag has that name.
    case unknownTag(String)
    /// The tag describes how the data is stored.
    case notEditable(TagID)
    /// The value is of another kind than the tag takes.
    case kind(tag: TagID, expected: String, found: String)
    /// The value has the wrong number of units.
    case count(tag: TagID, expected: TagDefinition.Count, found: Int)
    /// The value lies outside of the range of the type or the tag.
    case range(tag: TagID, expected: String, found: String)
    /// The stored bytes are not what the tag's definition says.
    case malformed(tag: TagID, expected: String, offset: Int)
}

extension TagError: CustomStringConvertible {
    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .unknownTag(let name):
            "no tag is called \(name): name it as the standard does, or by directory and number, ExifIFD:0x9003"
        case .notEditable(let tag):
            "\(tag) describes how the file's data is stored and cannot be edited by itself"
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
