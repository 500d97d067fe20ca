package import UprightFiles

/// A step that is ready to work on pictures.
package protocol PreparedStep: Sendable {
    /// Adds the step's edits to a picture. The picture's facts are known; its pixels have not been changed yet.
    ///
    /// - Throws: why the step cannot do its work on this picture. What happens then is the step's ``Step/onFailure``.
    func run(on picture: inout StepPicture) async throws(StepError)

    /// About how many pictures to query the step's server about in advance; 0 for a step that queries none. Default: 0.
    var lookAhead: Int { get }
    /// Queries what the step will need for a picture, so that ``run(on:)`` need not wait. Default: does nothing.
    func ask(about picture: StepPicture) async

    /// Whether sidecars beside a picture say something that the step writes. Default: false.
    var readsSidecars: Bool { get }
    /// When pictures were taken that the step may have something for that it did not have at their delivery, in seconds since 1970
    /// (UTC); nil if there are none. Default: nil.
    var owedTimes: ClosedRange<Double>? { get }
    /// Whether the step has something for a delivered picture by now, by its row in the journal. Default: false.
    func owes(_ record: PictureRecord) -> Bool
}

extension PreparedStep {
    /// 0.
    package var lookAhead: Int { 0 }
    /// Does nothing.
    package func ask(about picture: StepPicture) async {}
    package var readsSidecars: Bool { false }
    package var owedTimes: ClosedRange<Double>? { nil }
    package func owes(_ record: PictureRecord) -> Bool { false }
}
