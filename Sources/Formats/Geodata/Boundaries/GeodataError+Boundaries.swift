extension GeodataError {
    /// The file is of another kind than a file of boundaries.
    static let notBoundaries = GeodataError(
        "expected a file of boundaries (it starts with UPRBND01), found another; upright places import --level makes one"
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
