/// Why a gazetteer file cannot be read or made.
public enum GazetteerError: Error, Equatable {
    /// The file does not start with the header of this version.
    case notAGazetteer
    /// A required section is missing.
    case missing(section: String)
    /// A section ends too early, is too long, or refers to something that does not exist.
    case corrupt(section: String, offset: Int)
    /// A line of a GeoNames file is invalid.
    case line(number: Int, expected: String, found: String)
}

extension GazetteerError: CustomStringConvertible {
    /// A message for users.
    public var description: String {
        switch self {
        case .notAGazetteer: "not a gazetteer file of this version (expected it to start with UPRGAZ01)"
        case .missing(let section): "the gazetteer has no section \(section): make it again"
        case .corrupt(let section, let offset):
            "the gazetteer is damaged in section \(section) at byte \(offset): make or import it again"
        case .line(let number, let expected, let found): "line \(number): expected \(expected), found \(found)"
        }
    }
}
