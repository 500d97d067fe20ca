public import UprightConfiguration
public import UprightRewriting

/// The `orient` step: turns each picture upright. It has no settings.
public struct OrientStep: Step, Hashable {
    /// `orient`.
    public static let name = "orient"
    /// First.
    public static let order = 100
    /// Empty: the step has no keys.
    public enum CodingKeys: CodingKey, CaseIterable {}

    /// Creates the step.
    public init() {}

    /// Creates the step. The section contains nothing for it.
    public init(reading section: ConfigurationSection) {}

    /// False: the normalizer's options say everything.
    public var affectsOutputs: Bool { false }

    /// Turns pictures, unless their folder forbids it (`folders[].turns`).
    public func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {
        options.turns = folder.turns
    }
}
