internal import NIOCore
internal import NIOHTTP1

/// One connection: takes a request, has it worked on, writes the answer, and begins anew.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// What a connection is at.
    enum Phase: Hashable {
        /// It waits for the first byte of a request.
        case idle
        /// Some of the head is there.
        case head
        /// The head is there, and some of the body.
        case body
        /// The request is complete and waits for its turn, is worked on, or its answer is held back.
        case working
        /// The answer is written.
        case writing
        /// The answer is written, and what the client still sends is dropped.
        case closing
        /// It is over.
        case closed
    }

    private(set) var phase = Phase.idle
    /// When it began to wait for its request, or to write.
    private(set) var since = NIODeadline.now()
    /// Bytes of an answer that wait to be written.
    private(set) var unsent = 0
    /// The work on the request, or on the next piece of the answer.
    var task: Task<Void, Never>?

    private let table: ConnectionTable
    private let gate: HeadGate
    private let limits: HTTPLimits
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var request = HTTPRequest(method: "", path: "/")
    private var keepsAlive = false
    private var isHead = false
    private var left: AnswerBody?

    init(_ table: ConnectionTable, _ gate: HeadGate) {
        self.table = table
        self.gate = gate
        limits = table.limits
    }

    /// Whether it has no complete request yet, so that it may be closed for another one.
    var isWaiting: Bool { phase == .idle || phase == .head || phase == .body }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        gate.didBegin = { [unowned self] in
            // The time for the first head runs since the connection was made.
            if phase == .idle, hasServed { arm(limits.headTime) }
            phase = .head
        }
        gate.didRefuse = { [unowned self] status in refuse(status) }
        arm(limits.headTime)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        gate.didBegin = {}
        gate.didRefuse = { _ in }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What the parser does not take is no request; all else is the connection's end.
        if let error = error as? HTTPParserError, isWaiting {
            gate.expect(.dropping)
            refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest)
        } else if phase != .closing {
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isWaiting else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): take(head)
        case .body(let bytes):
            guard phase == .body else { return }
            request.body += bytes.readableBytesView
            if request.body.count > limits.body {
                gate.expect(.dropping)
                refuse(.contentTooLarge)
            }
        case .end:
            // Without a body it comes with the head.
            gate.expect(keepsAlive ? .holding : .dropping)
            phase = .working
            arm(limits.workTime)
            table.submit(request, of: self)
        }
    }

    // MARK: The request

    private var hasServed = false

    private func take(_ head: HTTPRequestHead) {
        do throws(HeadError) {
            request = try HTTPRequest(head)
            request.peer = context?.channel.remoteAddress?.ipAddress
            isHead = head.method == .HEAD
            let framing = try request.framing(head.version)
            if case .length(let length) = framing, length > limits.body {
                throw HeadError(status: .contentTooLarge)
            }
            // Behind a body the connection is closed: where a body ends is what requests are smuggled by.
            // Behind an offer to speak another protocol, which is not taken, the parser reads no further.
            keepsAlive = head.isKeepAlive && framing == .none && request.headers["Upgrade"] == nil
            phase = .body
            guard framing != .none else { return }
            gate.expect(.body)
            arm(limits.bodyTime)
            if request.headers["Expect"]?.lowercased() == "100-continue" { write("HTTP/1.1 100 Continue\r\n\r\n") }
        } catch {
            gate.expect(.dropping)
            refuse(error.status)
        }
    }

    // MARK: The answer

    /// Refuses what is no request, or too large, and closes.
    private func refuse(_ status: HTTPStatus) {
        guard isWaiting else { return }
        keepsAlive = false
        phase = .working
        answer(.refusal(status))
    }

    /// Writes the answer, at once or after its delay.
    func answer(_ response: HTTPResponse) {
        guard phase == .working else { return }
        task = nil
        guard let delay = response.delay, delay > .zero else { return begin(response) }
        var response = response
        response.delay = nil
        schedule(delay) { [unowned self] in begin(response) }
    }

    private func begin(_ response: HTTPResponse) {
        guard phase == .working else { return }
        phase = .writing
        since = .now()
        if table.isStopping { keepsAlive = false }
        var start = response.head(keepsAlive: keepsAlive, date: HTTPDate.now)
        if !isHead, response.status != .notModified {
            var body = AnswerBody(response.body)
            start += body.takeBytes(AnswerBody.piece - min(start.count, AnswerBody.piece))
            left = body
        } else {
            left = nil
        }
        unsent = left?.unsentBytes ?? 0
        table.weigh()
        send(start)
    }

    private func send(_ bytes: [UInt8]) {
        guard let context, phase == .writing else { return }
        arm(limits.writeTime)
        let done = context.eventLoop.makePromise(of: Void.self)
        done.futureResult.assumeIsolated().whenComplete { [self] result in
            guard phase == .writing else { return }
            if case .success = result { sendNext() } else { self.context?.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: done)
    }

    private func sendNext() {
        guard var body = left, !body.isEmpty else { return finish() }
        if let next = body.stream {
            table.next(of: next, for: self)
        } else {
            let bytes = body.takeBytes(AnswerBody.piece)
            left = body
            unsent = body.unsentBytes
            send(bytes)
        }
    }

    /// Takes the next piece of a streamed answer; nil where there is none, though there should be.
    func got(_ piece: [UInt8]?) {
        guard phase == .writing, var body = left else { return }
        task = nil
        guard let piece, !piece.isEmpty, body.count(piece) else {
            // The client sees that it has less than was announced.
            context?.close(promise: nil)
            return
        }
        left = body
        send(piece)
    }

    private func finish() {
        left = nil
        unsent = 0
        hasServed = true
        request = HTTPRequest(method: "", path: "/")
        guard keepsAlive, !table.isStopping else { return close() }
        phase = .idle
        since = .now()
        arm(limits.idleTime)
        gate.takeNext()
    }

    /// Closes our side, and waits a moment for the client to close its own: closed at once with bytes unread, TCP would
    /// take the answer away from the client.
    private func close() {
        guard let context, phase != .closed else { return }
        phase = .closing
        gate.expect(.dropping)
        arm(limits.closingTime)
        context.close(mode: .output, promise: nil)
    }

    // MARK: The end

    /// Closes a connection that has nothing in hand; another one closes when its answer is written.
    func stop() { if isWaiting { drop() } }

    /// Closes the connection whatever it is at.
    func drop() { context?.close(promise: nil) }

    private func end() {
        phase = .closed
        timer?.cancel()
        task?.cancel()
        task = nil
        left = nil
        unsent = 0
        table.left(self)
    }

    private func write(_ text: String) {
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    /// Gives the client, or the work, so much time for what comes next.
    private func arm(_ time: Duration) { schedule(time) { [unowned self] in expire() } }

    private func schedule(_ time: Duration, _ action: @escaping () -> Void) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time), action)
    }

    private func expire() {
        switch phase {
        case .head, .body:
            gate.expect(.dropping)
            refuse(.requestTimeout)
        case .working:
            task?.cancel()
            keepsAlive = false
            answer(HTTPResponse(.serviceUnavailable, text: limits.overdueText))
        case .idle, .writing, .closing: drop()
        case .closed: break
        }
    }
}
