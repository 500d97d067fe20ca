public import UprightConfiguration
public import UprightRewriting

/// The `orient` step: turns each picture upright. It takes no settings.
public struct OrientStep: Step, Hashable {
    /// `orient`.
    public static let name = "orient"
    /// None.
    public static let keys: [String] = []

    /// The step.
    public init() {}

    /// The step; the section holds nothing for it.
    public init(reading section: ConfigurationSection) {}

    /// Has pictures turned, unless their folder forbids it (`folders[].turns`).
    public func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {
        options.turns = folder.turns
    }
}
