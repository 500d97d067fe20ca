public import UprightConfiguration

/// The settings of one step of the pipeline: an entry of `steps`.
///
/// A further step is one type that conforms to this protocol and one entry in ``StepRegistry/all``.
public protocol StepSettings: Sendable {
    /// The name that the step goes by in `steps`.
    static var name: String { get }
    /// The keys that the step takes, for error messages and suggestions.
    static var keys: [String] { get }
    /// The settings that a section holds; a problem is noted by the section, which then gives the default.
    init(reading section: ConfigurationSection)
}
