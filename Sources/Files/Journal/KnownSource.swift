public import UprightFiles
public import UprightRewriting

/// The part of a row that says whether a file is done.
public struct KnownSource: Sendable, Hashable {
    /// The source's status when it was last inspected.
    public var status: FileStatus
    /// The state of the work.
    public var state: PictureRecord.State
    /// How the last try ended; nil until the first has ended.
    public var outcome: Outcome?
    /// The output's absolute path; nil if there is none.
    public var output: RawPath?
    /// The output's size in bytes.
    public var outputSize: Int?
    /// Whether the source was incomplete.
    public var isIncomplete: Bool
    /// Whether the source holds something that the output does not have in a valid form.
    public var needsOriginal: Bool
    /// What is known of the original.
    public var original: OriginalState
    /// Whether the file is a companion that came with a picture.
    public var hasPicture: Bool
    /// Whether the file is of a type that is not handled.
    public var isOther: Bool

    /// Creates a value.
    package init(
        status: FileStatus, state: PictureRecord.State, outcome: Outcome?, output: RawPath?, outputSize: Int?,
        isIncomplete: Bool, needsOriginal: Bool, original: OriginalState, hasPicture: Bool,
        isOther: Bool = false
    ) {
        (self.status, self.state, self.outcome) = (status, state, outcome)
        (self.output, self.outputSize) = (output, outputSize)
        (self.isIncomplete, self.needsOriginal) = (isIncomplete, needsOriginal)
        (self.original, self.hasPicture, self.isOther) = (original, hasPicture, isOther)
    }

    /// Whether an output was delivered.
    public var isDelivered: Bool { PictureRecord.isDelivered(state, outcome, output) }
}
