extension GeodataError {
    /// The file is of another kind than a file of boundaries.
    static let notBoundaries = GeodataError(
        "not a file of boundaries, which starts with UPRBND01"
    )

    /// The file of boundaries is damaged at an offset in bytes.
    static func corrupt(offset: Int) -> GeodataError {
        GeodataError("the file of boundaries is damaged at byte \(offset): import it again")
    }

    /// A feature of GeoJSON is invalid.
    static func feature(number: Int, expected: String, found: String) -> GeodataError {
        GeodataError("feature \(number): expected \(expected), found \(found)")
    }
}
