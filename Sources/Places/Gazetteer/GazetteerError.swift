/// What is wrong with a gazetteer file.
public enum GazetteerError: Error, Equatable {
    /// The file does not begin as a gazetteer of this version does.
    case notAGazetteer
    /// A section that must be there is not.
    case missing(section: String)
    /// A section ends too early, holds more than it should, or points to what is not there.
    case corrupt(section: String, offset: Int)
    /// A line of a GeoNames file is not one.
    case line(number: Int, expected: String, found: String)
}

extension GazetteerError: CustomStringConvertible {
    /// For people.
    public var description: String {
        switch self {
        case .notAGazetteer: "not a gazetteer file of this version (it should begin with UPRGAZ01)"
        case .missing(let section): "the gazetteer has no section \(section): make it again"
        case .corrupt(let section, let offset):
            "the gazetteer is damaged in section \(section) at byte \(offset): make or import it again"
        case .line(let number, let expected, let found): "line \(number): expected \(expected), found \(found)"
        }
    }
}
