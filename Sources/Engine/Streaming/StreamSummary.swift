public import UprightRewriting

/// How a stream of requests ended.
public struct StreamSummary: Sendable, Hashable {
    /// How many requests ended in each outcome.
    public var outcomes: [Outcome: Int] = [:]
    /// How many lines were no requests.
    public var unreadable = 0
    /// Whether the input ended in the middle of a picture's bytes.
    public var isCut = false
    /// Why the input could not be read (`errno`); 0 where it could.
    public var inputFailure: Int32 = 0
    /// Why results could not be written (`errno`); `EPIPE` where nobody reads them; 0 where they could.
    public var outputFailure: Int32 = 0

    /// Nothing yet.
    public init(inputFailure: Int32 = 0) { self.inputFailure = inputFailure }
}
