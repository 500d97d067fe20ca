internal import UprightBase

/// Why a text or a file does not hold the positions, tracks, areas or places that it should.
package struct GeodataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, what was found, and where.
    package let description: String

    /// Creates an error with what was expected, what was found, and where.
    package init(_ description: String) { self.description = description }

    /// A file in XML is damaged.
    static func notXML(expected: String, _ error: XMLFailure) -> GeodataError {
        GeodataError("expected \(expected), found an error in line \(error.line): \(error.reason)")
    }
}
