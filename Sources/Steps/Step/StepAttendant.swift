/// The background work of a step, for as long as the daemon runs.
package protocol StepAttendant: Sendable {
    /// Works until the task is cancelled.
    ///
    /// - Parameter report: receives messages for the user, and whether each is an error.
    func run(_ report: @Sendable (_ message: String, _ isError: Bool) -> Void) async
}
