/// Tells that steps have something for delivered pictures that they did not have before (``PreparedStep/owes(_:)``).
package final class StepNews: Sendable {
    /// An element for news, of which several at a time are one. For one reader.
    package let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Tells that there is something.
    package func tell() { continuation.yield() }
}
