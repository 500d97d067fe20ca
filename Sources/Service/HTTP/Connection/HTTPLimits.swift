/// What a server bears from its clients.
public struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of a request line; more is answered with 414.
    public var requestLine = 8_192
    /// The most bytes of a request's header fields; more is answered with 431.
    public var headers = 16_384
    /// The most bytes of a request's body; more is answered with 413.
    public var body = 65_536
    /// The most connections. The one that has been waiting for its request longest makes room for a new one.
    public var connections = 64
    /// The most requests that are worked on at a time; others wait for their turn.
    public var requests = 4
    /// The most bytes of answers that clients have not taken yet. The connection that has been writing longest is closed.
    public var unsentBytes = 64 << 20
    /// How long a client may take to send the head of a request.
    public var headTime = Duration.seconds(10)
    /// How long a client may take to send the body of a request.
    public var bodyTime = Duration.seconds(10)
    /// How long a connection stays open between two requests.
    public var idleTime = Duration.seconds(30)
    /// How long the work on a request may take; beyond, it is answered with 503.
    public var workTime = Duration.seconds(120)
    /// What is said with that 503.
    public var overdueText = "the work on the request takes too long\n"
    /// How long a client may take for a piece (64 KiB) of an answer.
    public var writeTime = Duration.seconds(30)
    /// How long a connection that is being closed still takes, and drops, what the client sends, so that the client can
    /// read its answer.
    public var closingTime = Duration.seconds(1)

    /// The limits above.
    public init() {}
}
