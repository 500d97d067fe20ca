/// A stage of the way of a picture, for the metrics.
public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// From the first sight of the file until it had settled.
    case settling
    /// Opening and identifying it, and making room for the output.
    case opening
    /// Parsing, turning, editing and writing, in a worker where there are any.
    case processing
    /// Reading back what was written, and comparing it with what the worker says.
    case checking
    /// Syncing, naming and recording.
    case delivering
    /// All of the work, from when the file was taken until it had its outcome, waiting for a free processor included.
    case picture
}
