/// The part of a step that goes on beside the pictures for as long as the daemon runs.
public protocol StepAttendant: Sendable {
    /// Works until its task is cancelled.
    ///
    /// - Parameter report: told what the user should know, and whether it is an error.
    func run(_ report: @Sendable (_ message: String, _ isError: Bool) -> Void) async
}
