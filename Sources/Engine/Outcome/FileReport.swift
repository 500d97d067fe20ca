internal import UprightContainers
public import UprightEditing
internal import UprightMetadata
public import UprightRewriting

/// What was done to one file: the object that `--json` prints on a line of its own.
public struct FileReport: Sendable, Hashable, Codable {
    /// Something known of the source and of the output.
    public struct Pair<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        /// Of the source; nil where it could not be read.
        public var source: Value?
        /// Of the output; nil where there is none.
        public var output: Value?

        /// A pair of what is known.
        public init(source: Value? = nil, output: Value? = nil) {
            self.source = source
            self.output = output
        }
    }

    /// The file that was read.
    public var source: String
    /// The file that holds the result, or would in a dry run; nil where there is none.
    public var output: String?
    /// The uniform type identifier of the content.
    public var type: String
    /// How it ended.
    public var outcome: Outcome
    /// Why, for `ignored`, `rejected` and `deferred`; else empty.
    public var reason: String
    /// The orientation that the source carried, 1...8; nil where it carried none.
    public var orientation: Int?
    /// How each component was turned.
    public var components: [ComponentTurn]
    /// Each thing that was changed.
    public var changes: [Change]
    /// What the user should know beside the outcome.
    public var warnings: [String]
    /// Lower-case hexadecimal SHA-256 digests.
    public var sha256: Pair<String>
    /// Sizes in bytes.
    public var bytes: Pair<Int>
    /// How long the work took, in seconds of the clock.
    public var seconds: Double

    /// A report on a file of which nothing is known but how it ended.
    public init(source: String, type: String = "public.data", outcome: Outcome, reason: String = "") {
        self.source = source
        self.type = type
        self.outcome = outcome
        self.reason = reason
        components = []
        changes = []
        warnings = []
        sha256 = Pair()
        bytes = Pair()
        seconds = 0
    }

    /// A report of what the normalizer said of the file.
    public init(source: String, output: String?, report: NormalizationReport) {
        self.init(source: source, type: report.type.rawValue, outcome: report.outcome, reason: report.reason)
        self.output = output
        orientation = report.orientation
        components = report.components
        changes = report.changes
        warnings = report.warnings
    }
}
