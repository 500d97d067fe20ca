/// Why bytes are no message, or a value cannot be one.
package enum MessageError: Error, Sendable, Hashable {
    /// At this offset something else was expected.
    case unexpected(offset: Int, expected: String, found: String)
    /// Lists and fields are nested deeper than the limit.
    case tooDeep(offset: Int, most: Int)
    /// The fields at this offset have none of that name.
    case missing(offset: Int, field: String)
    /// A type encodes itself in a way that this form does not have.
    case unsupported(String)
}

extension MessageError: CustomStringConvertible {
    /// What is wrong, for a person.
    package var description: String {
        switch self {
        case .unexpected(let offset, let expected, let found):
            "expected \(expected) at byte \(offset), found \(found)"
        case .tooDeep(let offset, let most):
            "expected at most \(most) levels of lists and fields, found one more at byte \(offset)"
        case .missing(let offset, let field):
            "expected a field \(field) in those that begin at byte \(offset), found none"
        case .unsupported(let what): what
        }
    }
}
