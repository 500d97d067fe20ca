package import UprightFormats

extension GeodataError {
    /// The file does not start with the header of this version.
    package static let notAGazetteer = GeodataError(
        "not a gazetteer of this version, which starts with UPRGAZ01")

    /// A required section is missing.
    static func missing(section: String) -> GeodataError {
        GeodataError("the gazetteer has no section \(section): make it again")
    }

    /// A section ends too early, is too long, or refers to something that does not exist.
    static func corrupt(section: String, offset: Int) -> GeodataError {
        GeodataError("the gazetteer is damaged in section \(section) at byte \(offset): make or import it again")
    }

    /// A line of a GeoNames file is invalid.
    static func line(number: Int, expected: String, found: String) -> GeodataError {
        GeodataError("line \(number): expected \(expected), found \(found)")
    }
}
