package import UprightRewriting

/// The part of a row that says whether a file is done.
package struct KnownSource: Sendable, Hashable {
    /// The source's status when it was last inspected.
    package var status: FileStatus
    /// The state of the work.
    package var state: PictureRecord.State
    /// How the last try ended; nil until the first has ended.
    package var outcome: Outcome?
    /// The output's absolute path; nil if there is none.
    package var output: RawPath?
    /// The output's size in bytes.
    package var outputSize: Int?
    /// Whether the source was incomplete.
    package var isIncomplete: Bool
    /// Whether the source holds something that the output does not have in a valid form.
    package var needsOriginal: Bool
    /// What is known of the original.
    package var original: OriginalState
    /// Whether the file is a companion that came with a picture.
    package var hasPicture: Bool
    /// Whether the file is of a type that is not handled.
    package var isOther: Bool

    /// Whether the file has the content identifier of a Live Photo.
    package var hasIdentifier: Bool
    /// The further outputs.
    package var copies: [OutputCopy] = []

    /// Whether the journal notes that the output was deleted, and stays away.
    package var isDeleted = false
    /// When the work ended, in milliseconds since 1970; nil if it has not.
    package var finished: Int64?

    package init(
        status: FileStatus, state: PictureRecord.State, outcome: Outcome?, output: RawPath?, outputSize: Int?,
        isIncomplete: Bool, needsOriginal: Bool, original: OriginalState, hasPicture: Bool,
        isOther: Bool = false, hasIdentifier: Bool = false
    ) {
        (self.status, self.state, self.outcome) = (status, state, outcome)
        (self.output, self.outputSize) = (output, outputSize)
        (self.isIncomplete, self.needsOriginal) = (isIncomplete, needsOriginal)
        (self.original, self.hasPicture, self.isOther) = (original, hasPicture, isOther)
        self.hasIdentifier = hasIdentifier
    }

    /// Whether an output was delivered.
    package var isDelivered: Bool { PictureRecord.isDelivered(state, outcome, output) }
}
