public import UprightJSON

/// Why a line is no request.
public struct StreamRequestError: Error, Sendable, CustomStringConvertible {
    /// What the line says its id is; `null` where it says none.
    public var id = JSONValue.null
    /// What was expected and what was found.
    public var description: String
    /// How many bytes follow the line by its own account. They are skipped, so that the next line is read as one.
    public var length = 0

    /// An error with what was expected and found.
    public init(_ description: String) { self.description = description }
}
