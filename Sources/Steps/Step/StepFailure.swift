/// What happens to a picture for which a step fails: the step throws, its edits cannot be written, or what it has written does
/// not read back.
package enum StepFailure: Sendable, Hashable {
    /// The picture is delivered without the step's edits, with a warning.
    case deliver
    /// The picture is rejected with the reason: nothing without the step's edits is delivered.
    case reject
}
