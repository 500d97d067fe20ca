/// Why a step cannot work, for example because a file that its settings name cannot be read.
package struct StepError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message: the key of the setting, what was expected and what was found.
    package let description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }
}
