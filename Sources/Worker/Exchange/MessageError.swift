/// Why bytes are not a message, or a value cannot be encoded as one.
package enum MessageError: Error, Sendable, Hashable {
    /// Something else was expected at this offset.
    case unexpected(offset: Int, expected: String, found: String)
    /// Lists and fields are nested deeper than the limit.
    case tooDeep(offset: Int, most: Int)
    /// The fields at this offset have no field with that name.
    case missing(offset: Int, field: String)
    /// A type encodes itself in a way that this format does not support.
    case unsupported(String)
}

extension MessageError: CustomStringConvertible {
    /// A message: what is wrong.
    package var description: String {
        switch self {
        case .unexpected(let offset, let expected, let found):
            "expected \(expected) at byte \(offset), found \(found)"
        case .tooDeep(let offset, let most):
            "expected at most \(most) levels of lists and fields, found one more at byte \(offset)"
        case .missing(let offset, let field):
            "expected a field \(field) in the fields at byte \(offset), found none"
        case .unsupported(let what): what
        }
    }
}
