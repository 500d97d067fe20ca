/// Why a step cannot work: a file that its settings name is missing or cannot be read.
public struct StepError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key of the setting, what was expected and what was found.
    public let description: String

    /// An error.
    public init(_ description: String) { self.description = description }
}
