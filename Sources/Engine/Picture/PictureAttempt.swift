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

/// An output that has been checked, and how to deliver it.
struct CheckedOutput: Sendable {
    let prepared: PreparedOutput
    let decision: Result<DeliveryDecision, Refusal>
    /// When the output had been read back.
    let readAt: ContinuousClock.Instant

    init(
        prepared: PreparedOutput, decision: Result<DeliveryDecision, Refusal>, readAt: ContinuousClock.Instant
    ) {
        self.prepared = prepared
        self.decision = decision
        self.readAt = readAt
    }

    init(
        of picture: OpenPicture, _ processed: ProcessedPicture, force: Bool, written: WrittenNames
    ) throws(Refusal) {
        let prepared = try picture.checked(processed)
        self.prepared = prepared
        readAt = ContinuousClock.now
        decision = Result { () throws(Refusal) in
            try picture.decision(prepared, force: force, written: written)
        }
    }
}
