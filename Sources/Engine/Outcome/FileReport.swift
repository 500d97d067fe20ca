package import UprightFiles
internal import UprightBase
package import UprightRewriting

/// What was done to a file: the object that `--json` prints on a separate line. A view of the file's record.
package struct FileReport: Sendable, Hashable, Codable {
    /// A value for the source and one for the output.
    package struct Pair<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        /// The source's value; nil if the source could not be read.
        package var source: Value?
        /// The output's value; nil if there is no output.
        package var output: Value?

        package init(source: Value? = nil, output: Value? = nil) {
            self.source = source
            self.output = output
        }
    }

    /// The file that was read.
    package var source: String
    /// The file that holds the result, or would hold it in a dry run; nil if there is none.
    package var output: String?
    /// The further outputs.
    package var copies: [String] = []
    /// The uniform type identifier of the content.
    package var type: String
    /// How the work on the file ended.
    package var outcome: Outcome
    /// Why, for `ignored`, `rejected` and `deferred`; otherwise empty.
    package var reason: String
    /// The orientation that the source carried, 1...8; nil if it carried none.
    package var orientation: Int?
    /// The digest of what the picture shows; nil if its folder does not ask for it (`duplicates: keep`).
    package var pictureDigest: String?
    /// How each component was turned.
    package var components: [ComponentTurn]
    /// Each change that was made.
    package var changes: [Change]
    /// Whether its place is written later, when a geocoder answers.
    package var owesPlace = false
    /// What the user should know besides the outcome.
    package var warnings: [String]
    /// Lower-case hexadecimal SHA-256 digests.
    package var sha256: Pair<String>
    package var bytes: Pair<Int>
    /// How long the work took, in seconds of wall-clock time.
    package var seconds: Double

    /// Creates a report on a file whose outcome is all that is known.
    package init(source: String, type: String = "public.data", outcome: Outcome, reason: String = "") {
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

    /// Creates the report on the file of a record. Without an output of this try, it names none, although an earlier one may
    /// still exist.
    ///
    /// - Parameter isExact: whether paths are given as they are, for a program; they may hold control characters.
    package init(_ record: PictureRecord, isExact: Bool = false) {
        let outcome = record.outcome ?? .deferred
        self.init(
            source: isExact ? record.source.exact : record.source.description, type: record.type, outcome: outcome,
            reason: record.reason)
        orientation = record.orientation
        pictureDigest = record.pictureDigest
        components = record.components
        changes = record.changes
        warnings = record.warnings
        owesPlace = record.owesPlace && outcome.hasOutput
        sha256.source = record.sourceSHA256.map { hexadecimal($0) }
        bytes.source = record.sourceBytes
        seconds = record.seconds
        guard outcome.hasOutput else { return }
        output = record.output.map { isExact ? $0.exact : $0.description }
        copies = record.copies.map { isExact ? $0.output.exact : $0.output.description }
        sha256.output = record.outputSHA256.map { hexadecimal($0) }
        bytes.output = record.outputSize
    }
}
