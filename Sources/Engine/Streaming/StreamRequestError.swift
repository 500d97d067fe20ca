package import UprightBase

/// Why a line is not a valid request.
package struct StreamRequestError: Error, Sendable, CustomStringConvertible {
    /// The id in the line; `null` if it has none.
    package var id = JSONValue.null
    /// What was expected and what was found.
    package var description: String
    /// How many bytes follow according to the line. They are skipped, so that reading resumes at the next line.
    package var length = 0

    /// Creates an error that says what was expected and found.
    package init(_ description: String) { self.description = description }
}
