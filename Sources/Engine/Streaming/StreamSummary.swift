public import UprightRewriting

/// How a stream of requests ended.
public struct StreamSummary: Sendable, Hashable {
    /// The number of requests by outcome.
    public var outcomes: [Outcome: Int] = [:]
    /// The number of lines that were not valid requests.
    public var unreadable = 0
    /// Whether the input ended in the middle of a picture's bytes.
    public var isCut = false
    /// Whether the request of that picture has a response: it was invalid.
    public var isCutAnswered = false
    /// Why the input could not be read (`errno`); 0 if it could.
    public var inputFailure: Int32 = 0
    /// Why results could not be written (`errno`): `EPIPE` if the reader is gone; 0 if they could.
    public var outputFailure: Int32 = 0

    /// Creates a summary with no requests.
    public init(inputFailure: Int32 = 0) { self.inputFailure = inputFailure }
}
