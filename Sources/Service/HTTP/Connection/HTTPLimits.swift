/// The limits of a server for its clients.
public struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of a request line; more is answered with 414.
    public var requestLine = 8_192
    /// The most bytes of a request's header fields; more is answered with 431.
    public var headers = 16_384
    /// The most bytes of a request's body; more is answered with 413.
    public var body = 65_536
    /// The most connections. At the limit, the one that has waited longest for its request is closed for a new one.
    public var connections = 64
    /// The most requests to handle at a time; others wait for their turn.
    public var requests = 4
    /// The most bytes of unsent responses. Beyond that, the connection that has been writing longest is closed.
    public var unsentBytes = 64 << 20
    /// How long a client can take to send the head of a request.
    public var headTime = Duration.seconds(10)
    /// How long a client can take to send the body of a request.
    public var bodyTime = Duration.seconds(10)
    /// How long a connection stays open between two requests.
    public var idleTime = Duration.seconds(30)
    /// How long the handling of a request can take; beyond that, the response is 503.
    public var workTime = Duration.seconds(120)
    /// The text of that 503.
    public var overdueText = "the request takes too long\n"
    /// How long a client can take to receive a piece (64 KiB) of a response.
    public var writeTime = Duration.seconds(30)
    /// How long a closing connection still reads and drops bytes from the client, so that the client can read its response.
    public var closingTime = Duration.seconds(1)

    /// Creates the default limits.
    public init() {}
}
