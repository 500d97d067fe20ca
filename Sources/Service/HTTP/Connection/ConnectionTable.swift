internal import NIOCore
internal import NIOHTTP1

/// The connections of a server, and the requests that wait for their turn. Used on the server's event loop only.
final class ConnectionTable {
    /// Handles a request.
    typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
    /// Answers a request at once; nil where the handler is to answer.
    typealias StandIn = @Sendable (HTTPRequest) -> HTTPResponse?

    let limits: HTTPLimits
    let replies: HTTPReplies
    /// Whether connections close once their response is written.
    private(set) var isStopping = false

    private let loop: any EventLoop
    private let handler: Handler
    private let intake: HTTPIntake.Decision
    /// Answers at once, on the event loop; if it returns nil, ``handler`` answers, in a task.
    private let immediate: (HTTPRequest) -> HTTPResponse?
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    /// Connections that get no further request, and are not counted as connections.
    private var closing: [ObjectIdentifier: HTTPConnection] = [:]
    private var waiting: [(connection: HTTPConnection, request: HTTPRequest)] = []
    private var running = 0
    private var stopped: (() -> Void)?

    init(
        _ limits: HTTPLimits, loop: any EventLoop, standIn: StandIn? = nil, replies: HTTPReplies = HTTPReplies(),
        intake: @escaping HTTPIntake.Decision = { _ in .memory }, handler: @escaping Handler
    ) {
        self.limits = limits
        self.replies = replies
        self.loop = loop
        self.intake = intake
        self.handler = handler
        immediate = standIn ?? { _ in nil }
    }

    /// Creates a table whose requests are answered at once, for an event loop without a thread.
    init(_ limits: HTTPLimits, loop: any EventLoop, answering immediate: @escaping (HTTPRequest) -> HTTPResponse) {
        self.limits = limits
        replies = HTTPReplies()
        self.loop = loop
        self.immediate = immediate
        intake = { _ in .memory }
        handler = { _ in HTTPResponse(.internalServerError) }
    }

    /// Adds the handlers of a new connection. At the limit, the connection that has waited longest for its request is turned
    /// away instead; if none is waiting, the new one is.
    func admit(_ channel: any Channel) throws {
        let gate = HeadGate(limits)
        let connection = HTTPConnection(self, gate)
        if connections.count < limits.connections {
            connections[ObjectIdentifier(connection)] = connection
        } else if let idlest = connections.values.filter(\.canGiveWay).min(by: { $0.since < $1.since }) {
            connections[ObjectIdentifier(connection)] = connection
            idlest.turnAway()
        } else {
            closing[ObjectIdentifier(connection)] = connection
            connection.isTurnedAway = true
        }
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = max(limits.requestLine, limits.headers)
        decoding.maxHeaderListSize = limits.requestLine + limits.headers
        try channel.pipeline.syncOperations.addHandlers([
            gate, ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)), connection,
        ])
    }

    /// Decides what happens to a request's body. The client of the receiver that is given up is told that it is too slow.
    func admit(_ request: HTTPRequest) -> HTTPIntake {
        let decision = intake(request)
        if case .received(_, let old?) = decision {
            connections.values.first { $0.receives(old) }?.giveUp()
        }
        return decision
    }

    /// Handles a request when it is its turn.
    func submit(_ request: HTTPRequest, of connection: HTTPConnection) {
        if let response = immediate(request) { return connection.answer(response) }
        if running < limits.requests { start(request, of: connection) } else { waiting.append((connection, request)) }
    }

    private func start(_ request: HTTPRequest, of connection: HTTPConnection) {
        running += 1
        let (loop, handler) = (loop, handler)
        let bound = NIOLoopBound((self, connection), eventLoop: loop)
        connection.task = Task {
            let response = await handler(request)
            loop.execute {
                let (table, connection) = bound.value
                connection.answer(response)
                table.running -= 1
                if !table.waiting.isEmpty {
                    let next = table.waiting.removeFirst()
                    table.start(next.request, of: next.connection)
                }
            }
        }
    }

    /// Produces the next piece of a response.
    func next(of stream: @escaping @Sendable () async throws -> [UInt8]?, for connection: HTTPConnection) {
        let loop = loop
        let bound = NIOLoopBound(connection, eventLoop: loop)
        connection.task = Task {
            let piece: [UInt8]?
            do { piece = try await stream() } catch { piece = nil }
            loop.execute { bound.value.got(piece) }
        }
    }

    /// Notes that a connection gets no further request. Clients that do not read their response are not waited for if too many
    /// connections close.
    func closes(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        closing[ObjectIdentifier(connection)] = connection
        guard closing.count > limits.closingConnections,
            let oldest = closing.values.min(by: { $0.since < $1.since })
        else { return }
        oldest.drop()
    }

    /// While unsent responses take too much memory, closes the connection that has been writing longest.
    func limitUnsent() {
        var unsent = connections.values.reduce(0) { $0 + $1.unsent }
        while unsent > limits.unsentBytes,
            let slowest = connections.values.filter({ $0.unsent > 0 }).min(by: { $0.since < $1.since })
        {
            unsent -= slowest.unsent
            slowest.drop()
        }
    }

    /// Removes a closed connection; its waiting request is no longer started.
    func remove(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        closing[ObjectIdentifier(connection)] = nil
        waiting.removeAll { $0.connection === connection }
        if isEmpty { tellStopped() }
    }

    private var isEmpty: Bool { connections.isEmpty && closing.isEmpty }

    /// Closes connections without the head of a request at once, and all others when their response is written or after a
    /// time limit. Calls `stopped` when all are closed.
    func stop(_ stopped: @escaping () -> Void) {
        isStopping = true
        self.stopped = stopped
        for connection in connections.values { connection.stop() }
        guard !isEmpty else { return tellStopped() }
        loop.assumeIsolated().scheduleTask(in: TimeAmount(limits.stoppingTime)) {
            for connection in Array(self.connections.values) + self.closing.values { connection.drop() }
        }
    }

    private func tellStopped() {
        stopped?()
        stopped = nil
    }
}
