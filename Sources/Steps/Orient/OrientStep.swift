package import UprightConfiguration
package import UprightRewriting

/// The `orient` step: turns each picture upright. It has no settings.
package struct OrientStep: Step, Hashable {
    /// `orient`.
    package static let name = "orient"
    package static let order = 100
    /// Empty: the step has no keys.
    package enum CodingKeys: CodingKey, CaseIterable {}

    package init() {}

    /// Creates the step. The section contains nothing for it.
    package init(reading section: ConfigurationSection) {}

    /// False: the normalizer's options say everything.
    package var affectsOutputs: Bool { false }

    /// Turns pictures, unless their folder forbids it (`folders[].turns`), with a new loss only if it allows that
    /// (`folders[].lossy`).
    package func configure(_ options: inout NormalizationOptions, for folder: FolderConfiguration) {
        options.turns = folder.turns
        if folder.lossy == .turn { options.lossy = .turn }
    }
}
