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
}

extension PreparedStep {
    /// 0.
    package var lookAhead: Int { 0 }
    /// Does nothing.
    package func ask(about picture: StepPicture) async {}
}
