/// A step that is ready to work on pictures.
public protocol PreparedStep: Sendable {
    /// Adds to a picture what the step wants written into it. The picture's facts are known by then; its pixels have not
    /// been touched.
    func run(on picture: inout StepPicture) async
}
