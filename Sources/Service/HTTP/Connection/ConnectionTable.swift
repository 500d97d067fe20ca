internal import NIOCore
internal import NIOHTTP1

/// The connections of a server, and the requests that wait for their turn. Used on the server's event loop only.
final class ConnectionTable {
    /// Handles a request.
    typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
    /// Answers a request at once; nil where the handler is to answer.
    typealias StandIn = @Sendable (HTTPRequest) -> HTTPResponse?

    let limits: HTTPLimits
    /// Whether connections close once their response is written.
    private(set) var isStopping = false

    private let loop: any EventLoop
    private let handler: Handler
    private let intake: HTTPIntake.Decision
    /// Answers at once, on the event loop; if it returns nil, ``handler`` answers, in a task.
    private let immediate: (HTTPRequest) -> HTTPResponse?
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var waiting: [(connection: HTTPConnection, request: HTTPRequest)] = []
    private var running = 0
    private var stopped: (() -> Void)?

    init(
        _ limits: HTTPLimits, loop: any EventLoop, standIn: StandIn? = nil,
        intake: @escaping HTTPIntake.Decision = { _ in .memory }, handler: @escaping Handler
    ) {
        self.limits = limits
        self.loop = loop
        self.intake = intake
        self.handler = handler
        immediate = standIn ?? { _ in nil }
    }

    /// Creates a table whose requests are answered at once, for an event loop without a thread.
    init(_ limits: HTTPLimits, loop: any EventLoop, answering immediate: @escaping (HTTPRequest) -> HTTPResponse) {
        self.limits = limits
        self.loop = loop
        self.immediate = immediate
        intake = { _ in .memory }
        handler = { _ in HTTPResponse(.internalServerError) }
    }

    /// Adds the handlers of a new connection. At the limit, the connection that has waited longest for its request is closed
    /// instead; if none is waiting, the new one is closed.
    func admit(_ channel: any Channel) throws {
        if connections.count >= limits.connections {
            let idlest = connections.values.filter(\.isWaiting).min { $0.since < $1.since }
            guard let idlest else {
                channel.close(promise: nil)
                return
            }
            // Closing can take another turn of the event loop.
            connections[ObjectIdentifier(idlest)] = nil
            idlest.drop()
        }
        let gate = HeadGate(limits)
        let connection = HTTPConnection(self, gate)
        connections[ObjectIdentifier(connection)] = connection
        var decoding = NIOHTTPDecoderLimitConfiguration()
        decoding.maxHeaderFieldSize = max(limits.requestLine, limits.headers)
        decoding.maxHeaderListSize = limits.requestLine + limits.headers
        try channel.pipeline.syncOperations.addHandlers([
            gate, ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: decoding)), connection,
        ])
    }

    /// Decides what becomes of a request's body. The client of the receiver that is given up is told that it is too slow.
    func take(_ request: HTTPRequest) -> HTTPIntake {
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

    /// While unsent responses take too much memory, closes the connection that has been writing longest.
    func weigh() {
        var unsent = connections.values.reduce(0) { $0 + $1.unsent }
        while unsent > limits.unsentBytes,
            let slowest = connections.values.filter({ $0.unsent > 0 }).min(by: { $0.since < $1.since })
        {
            unsent -= slowest.unsent
            slowest.drop()
        }
    }

    /// Removes a closed connection; its waiting request is no longer started.
    func left(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        waiting.removeAll { $0.connection === connection }
        if connections.isEmpty { tellStopped() }
    }

    /// Closes connections without the head of a request at once, and all others when their response is written or after a
    /// time limit. Calls `stopped` when all are closed.
    func stop(_ stopped: @escaping () -> Void) {
        isStopping = true
        self.stopped = stopped
        for connection in connections.values { connection.stop() }
        guard !connections.isEmpty else { return tellStopped() }
        loop.assumeIsolated().scheduleTask(in: TimeAmount(limits.stoppingTime)) {
            for connection in self.connections.values { connection.drop() }
        }
    }

    private func tellStopped() {
        stopped?()
        stopped = nil
    }
}
