/// Why boundaries cannot be read.
public enum BoundaryError: Error, Sendable, Hashable {
    /// The file is of another kind.
    case notBoundaries
    /// The file is damaged at an offset in bytes.
    case corrupt(offset: Int)
    /// The text is not JSON, or not GeoJSON.
    case syntax(String)
    /// A feature is invalid.
    case feature(number: Int, expected: String, found: String)
}

extension BoundaryError: CustomStringConvertible {
    /// A message for users.
    public var description: String {
        switch self {
        case .notBoundaries:
            "expected a file of boundaries (it starts with UPRBND01), found another; upright places import --level makes one"
        case .corrupt(let offset): "the file of boundaries is damaged at byte \(offset): import it again"
        case .syntax(let text): text
        case .feature(let number, let expected, let found): "feature \(number): expected \(expected), found \(found)"
        }
    }
}
