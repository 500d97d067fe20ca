public import UprightFormats

/// What was done to one picture, and why.
public struct NormalizationReport: Sendable, Hashable, Codable {
    /// The type of the content, whatever the file's name says.
    public var type: ImageType
    /// The outcome: `normalized`, `unchanged`, `ignored` or `rejected`.
    public var outcome: Outcome
    /// Why, for `ignored` and `rejected`; otherwise empty.
    public var reason: String = ""
    /// The orientation in the source, 1...8; nil if it has none.
    public var orientation: Int?
    /// How each component was turned; empty if nothing was.
    public var components: [ComponentTurn] = []
    /// The changes.
    public var changes: [Change] = []
    /// Warnings for the user.
    public var warnings: [String] = []
    /// Why the source may be incomplete: damage that bytes which have not arrived could mend, or data that the file
    /// announces and does not have. Nil if nothing is missing.
    public var incompleteness: String?
    /// Whether the source holds something that the output only repeats in a form that is no longer valid: content
    /// credentials that sign the source, a depth map that is not turned. The source is then worth keeping.
    public var needsOriginal = false
    /// The picture's size and turn; nil if it could not be read.
    package var geometry: PictureGeometry?
    /// What happened to each part of the source.
    public var parts: [PartAccount] = []

    /// Creates a report with an outcome; everything else is empty.
    public init(type: ImageType, outcome: Outcome, reason: String = "") {
        self.type = type
        self.outcome = outcome
        self.reason = reason
    }
}
