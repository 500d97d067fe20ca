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

/// The steps that a pipeline can have.
public enum StepRegistry {
    /// Every kind of step, in the order in which they must stand in `steps`.
    public static let all: [any StepSettings.Type] = [
        OrientSettings.self, GeotagSettings.self, PlaceSettings.self, AlbumSettings.self,
    ]
}
