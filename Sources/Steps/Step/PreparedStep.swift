/// A step that is ready to work on pictures.
public protocol PreparedStep: Sendable {
    /// Adds to a picture what the step wants written into it. The picture's facts are known by then; its pixels have not
    /// been touched.
    func run(on picture: inout StepPicture) async

    /// About how many pictures a server that the step asks is best asked ahead; 0 for a step that asks nobody. Default: 0.
    var lookAhead: Int { get }
    /// Has what the step will need for a picture asked for, so that ``run(on:)`` does not wait. Default: nothing.
    func ask(about picture: StepPicture) async
}

extension PreparedStep {
    /// 0.
    public var lookAhead: Int { 0 }
    /// Nothing.
    public func ask(about picture: StepPicture) async {}
}
