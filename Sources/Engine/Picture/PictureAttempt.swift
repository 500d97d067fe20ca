internal import UprightFiles
internal import UprightWorker

/// Checks what a processor has done with an open picture. Blocks.
typealias PictureCheck = @Sendable (OpenPicture, ProcessedPicture) throws(Refusal) -> CheckedOutput

/// A picture that has just been opened.
struct OpenedPicture: Sendable {
    let picture: OpenPicture
    let startedAt: ContinuousClock.Instant
    let openedAt: ContinuousClock.Instant
}

/// An attempt to process a picture: the open picture, the processor's answer, and the checked output.
struct PictureAttempt: Sendable {
    /// A source of fewer bytes is small: checking its output takes less time than handing it over to another thread.
    static let smallBytes = 1 << 18

    /// When the work began.
    let startedAt: ContinuousClock.Instant
    let picture: OpenPicture
    var processed: ProcessedPicture
    let openedAt: ContinuousClock.Instant
    let processedAt: ContinuousClock.Instant
    /// The checked output, if it has been checked.
    var checked: Result<CheckedOutput, Refusal>?
}

/// An output that has been checked, and what has its name.
struct CheckedOutput: Sendable {
    var prepared: PreparedOutput
    /// What has its first name; nil if the journal knows an earlier output of the source, which counts first.
    private(set) var found: FoundName?
    /// What could not be carried over to the hidden file.
    private(set) var warnings: [String] = []
    /// When the output had been read back.
    let readAt = ContinuousClock.now

    /// Looks at the name of an output and, if that is free, completes the hidden file. Blocks.
    init(_ prepared: PreparedOutput, of picture: OpenPicture) throws(Refusal) {
        self.prepared = prepared
        guard picture.job.previous?.output == nil else { return }
        let found = try picture.look(at: prepared.name, prepared)
        self.found = found
        guard found.taken == .free, picture.atomic != nil else { return }
        warnings = try picture.complete(prepared)
        self.prepared.isComplete = true
    }
}
