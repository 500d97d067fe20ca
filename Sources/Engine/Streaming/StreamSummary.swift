package import UprightRewriting

/// How a stream of requests ended.
package struct StreamSummary: Sendable, Hashable {
    /// The number of requests by outcome.
    package var outcomes: [Outcome: Int] = [:]
    /// The number of lines that were not valid requests.
    package var unreadable = 0
    /// Whether the input ended in the middle of a picture's bytes.
    package var isCut = false
    /// Whether the request of that picture has a response: it was invalid.
    package var isCutAnswered = false
    /// Why the input could not be read (`errno`); 0 if it could.
    package var inputFailure: Int32 = 0
    /// Why results could not be written (`errno`): `EPIPE` if the reader is gone; 0 if they could.
    package var outputFailure: Int32 = 0
}
