/// A stage of the work on a picture, for the metrics.
package enum Stage: String, Sendable, Hashable, CaseIterable {
    /// From when the file was first seen until it had settled.
    case settling
    /// Opening and identifying the source, and creating the file for the output.
    case opening
    /// Parsing, turning, editing and writing, in a worker if workers are used.
    case processing
    /// Reading the output back, and comparing it with the worker's answer.
    case checking
    /// Syncing, renaming and journaling.
    case delivering
    /// All of the work, from when the file was accepted until it had its outcome, including the wait for a free
    /// processor.
    case picture
}
