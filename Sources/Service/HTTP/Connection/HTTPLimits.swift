/// The limits of a server for its clients.
package struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of a request line; more is answered with 414.
    package var requestLine = 8_192
    /// The most bytes of a request's header fields; more is answered with 431.
    package var headers = 16_384
    /// The most bytes of a request's body; more is answered with 413.
    package var body = 65_536
    /// The most connections. At the limit, the one that has waited longest for its request is answered with 503 for a new
    /// one; if none waits, the new one is.
    package var connections = 64
    /// The most connections in addition whose last response is written, and which stay until their clients have read it.
    /// Beyond that, the one that has been closing longest is closed at once.
    package var closingConnections = 256
    /// The most requests to handle at a time; others wait for their turn.
    package var requests = 4
    /// The most bytes of unsent responses. Beyond that, the connection that has been writing longest is closed.
    package var unsentBytes = 64 << 20
    /// How long a client can take to send the head of a request.
    package var headTime = Duration.seconds(10)
    /// How long a client can take to send the body of a request.
    package var bodyTime = Duration.seconds(10)
    /// How long a client can pause while it sends the body; nil for as long as ``bodyTime``.
    package var bodyPause: Duration?
    /// How long a connection stays open between two requests.
    package var idleTime = Duration.seconds(30)
    /// How long the handling of a request can take; beyond that, the response is 503.
    package var workTime = Duration.seconds(120)
    /// The text of that 503.
    package var overdueText = "the request takes too long"
    /// How long a client can take to receive a piece (64 KiB) of a response.
    package var writeTime = Duration.seconds(30)
    /// How long a closing connection waits for further bytes from the client, which it drops, so that the client can read its
    /// response; ``bodyTime`` in all.
    package var closingTime = Duration.seconds(1)

    /// How long requests and responses in progress can take once the server stops.
    package var stoppingTime = Duration.seconds(2)

    package init() {}
}
