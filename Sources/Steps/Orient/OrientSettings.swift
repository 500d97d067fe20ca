public import UprightConfiguration

/// The `orient` step: turns each picture upright. It takes no settings.
public struct OrientSettings: StepSettings, Hashable {
    /// `orient`.
    public static let name = "orient"
    /// None.
    public static let keys: [String] = []

    /// The step.
    public init() {}

    /// The step; the section holds nothing for it.
    public init(reading section: ConfigurationSection) {}
}
