public import UprightAssembly
public import UprightContainers
public import UprightEditing
internal import UprightMetadata

/// What was done to one picture, and why.
public struct NormalizationReport: Sendable, Hashable, Codable {
    /// The type that the content has, whatever the file is called.
    public var type: ImageType
    /// How it ended: `normalized`, `unchanged`, `ignored` or `rejected`.
    public var outcome: Outcome
    /// Why, for `ignored` and `rejected`; else empty.
    public var reason: String = ""
    /// The orientation that the source carried, 1...8; nil where it carried none.
    public var orientation: Int?
    /// How each component was turned; empty where nothing was.
    public var components: [ComponentTurn] = []
    /// Each thing that was changed.
    public var changes: [Change] = []
    /// What the user should know beside the outcome.
    public var warnings: [String] = []
    /// What became of each part of the source.
    public var parts: [PartAccount] = []

    /// A report with an outcome and nothing else yet.
    public init(type: ImageType, outcome: Outcome, reason: String = "") {
        self.type = type
        self.outcome = outcome
        self.reason = reason
    }
}
