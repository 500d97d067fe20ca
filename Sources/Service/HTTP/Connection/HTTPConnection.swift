internal import NIOCore
internal import NIOHTTP1

/// One connection: reads a request, has it handled, writes the response, and starts over.
final class HTTPConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The state of a connection.
    enum Phase: Hashable {
        /// It waits for the first byte of a request.
        case idle
        /// A part of the head has arrived.
        case head
        /// The head has arrived, and the body is not complete.
        case body
        /// The request is complete and waits for its turn, is being handled, or its response is delayed.
        case working
        /// The response is being written.
        case writing
        /// The response is written, and further bytes from the client are dropped.
        case closing
        case closed
    }

    private(set) var phase = Phase.idle
    /// When it started to wait for its request, or to write.
    private(set) var since = NIODeadline.now()
    /// Bytes of the response that wait to be written.
    private(set) var unsent = 0
    /// The task that handles the request, or produces the next piece of the response.
    var task: Task<Void, Never>?

    private let table: ConnectionTable
    private let gate: HeadGate
    private let limits: HTTPLimits
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var request = HTTPRequest(method: "", path: "/")
    private var keepsAlive = false
    private var isHead = false
    private var hasBody = false
    /// When the body must be complete.
    private var bodyEnd = NIODeadline.now()
    private var remainingBody: AnswerBody?

    init(_ table: ConnectionTable, _ gate: HeadGate) {
        self.table = table
        self.gate = gate
        limits = table.limits
    }

    /// Whether it has no complete request yet.
    var isWaiting: Bool { phase == .idle || phase == .head || phase == .body }

    /// Whether it waits for a request, and can be turned away in favour of another connection. A receiver counts its bodies.
    var canGiveWay: Bool { isWaiting && request.receiver == nil }

    /// Whether it is answered with 503 as soon as it can be written to.
    var isTurnedAway = false

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        gate.didBegin = { [unowned self] in
            // The time limit for the first head counts from the start of the connection.
            if phase == .idle, hasServed { arm(limits.headTime) }
            phase = .head
        }
        gate.didRefuse = { [unowned self] status in refuse(status, status.reason) }
        gate.didDrop = { [unowned self] in if phase == .closing { armClosing() } }
        arm(limits.headTime)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        gate.didBegin = {}
        gate.didRefuse = { _ in }
        gate.didDrop = {}
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if isTurnedAway { turnAway() }
    }

    private static let cut = "expected the rest of the request, found the end of what the client sends"

    /// The client has closed its side of the connection.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        defer { context.fireUserInboundEventTriggered(event) }
        guard event as? ChannelEvent == .inputClosed else { return }
        switch phase {
        case .head, .body:
            gate.expect(.dropping)
            refuse(.badRequest, Self.cut)
        case .working where hasBody, .writing: keepsAlive = false
        case .idle, .working, .closing: drop()
        case .closed: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A parser error means an invalid request; any other error ends the connection.
        if let error = error as? HTTPParserError, isWaiting {
            gate.expect(.dropping)
            let status = error == .headerOverflow ? HTTPStatus.requestHeaderFieldsTooLarge : .badRequest
            refuse(status, error == .invalidEOFState ? Self.cut : status.reason)
        } else if phase != .closing {
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isWaiting else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): handle(head)
        case .body(let bytes):
            guard phase == .body else { return }
            receive(bytes)
        case .end:
            // Without a body, this event follows the head at once.
            guard finishBody() else { return }
            gate.expect(keepsAlive ? .holding : .dropping)
            phase = .working
            arm(limits.workTime)
            table.submit(request, of: self)
        }
    }

    // MARK: The request

    private var hasServed = false

    private func handle(_ head: HTTPRequestHead) {
        do throws(HTTPStatus) {
            request = try HTTPRequest(head)
            request.peer = context?.channel.remoteAddress?.ipAddress
            isHead = head.method == .HEAD
            let framing = try request.framing(head.version)
            // The connection closes after chunks, because request smuggling relies on where a body ends. It also closes
            // after an Upgrade offer, which is not accepted, because the parser then reads no further.
            keepsAlive = head.isKeepAlive && framing != .chunked && request.headers["Upgrade"] == nil
            hasBody = framing != .none
            phase = .body
            guard hasBody else { return }
            guard let maximum = prepareBody() else { return }
            if case .length(let length) = framing {
                guard length <= maximum else { throw .contentTooLarge }
                gate.expectBody(of: maximum, length: length)
            } else {
                gate.expectBody(of: maximum, length: nil)
            }
            bodyEnd = .now() + TimeAmount(limits.bodyTime)
            armBody()
            if request.headers["Expect"]?.lowercased() == "100-continue" { write("HTTP/1.1 100 Continue\r\n\r\n") }
        } catch {
            gate.expect(.dropping)
            refuse(error, error.reason)
        }
    }

    /// Asks what happens to the body, and returns the most bytes that it can have; nil if the request is refused.
    private func prepareBody() -> Int? {
        switch table.admit(request) {
        case .memory: return limits.body
        case .received(let receiver, _):
            request.receiver = receiver
            return receiver.maximumBytes
        case .refused(let response):
            gate.expect(.dropping)
            refuse(response)
            return nil
        }
    }

    private func receive(_ bytes: ByteBuffer) {
        guard let receiver = request.receiver else {
            request.body += bytes.readableBytesView
            guard request.body.count > limits.body else { return }
            gate.expect(.dropping)
            return refuse(.contentTooLarge, HTTPStatus.contentTooLarge.reason)
        }
        received { () throws(HTTPRefusal) in
            try bytes.withUnsafeReadableBytes { bytes in
                Result { () throws(HTTPRefusal) in try receiver.receive(bytes) }
            }.get()
        }
        if phase == .body, limits.bodyPause != nil { armBody() }
    }

    /// Returns false if the receiver refuses the body, which is complete.
    private func finishBody() -> Bool {
        guard let receiver = request.receiver else { return true }
        return received { () throws(HTTPRefusal) in try receiver.end() }
    }

    @discardableResult
    private func received(_ work: () throws(HTTPRefusal) -> Void) -> Bool {
        do throws(HTTPRefusal) {
            try work()
            return true
        } catch {
            gate.expect(.dropping)
            refuse(error.response)
            return false
        }
    }

    /// Sets the time limit for the next piece of the body: that of a pause, or what is left for the whole body.
    private func armBody() {
        let left = bodyEnd - .now()
        arm(min(left, limits.bodyPause.map { TimeAmount($0) } ?? left))
    }

    /// Whether a receiver takes the body of the current request.
    func receives(_ receiver: any HTTPBodyReceiver) -> Bool { phase == .body && request.receiver === receiver }

    /// Refuses the rest of the request: the client is too slow.
    func giveUp() {
        gate.expect(.dropping)
        refuse(.requestTimeout, HTTPStatus.requestTimeout.reason)
    }

    /// Refuses whatever arrives: there are too many connections.
    func turnAway() {
        gate.expect(.dropping)
        since = .now()
        table.closes(self)
        refuse(.serviceUnavailable, "too many clients are connected; try again")
    }

    // MARK: The answer

    /// Refuses an invalid or too large request, and closes the connection.
    private func refuse(_ status: HTTPStatus, _ reason: String) { refuse(refusal(status, reason)) }

    private func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
        var response = table.replies.refusal(status, reason)
        if status == .serviceUnavailable { response.headers["Retry-After"] = Self.retryAfter }
        return response
    }

    /// After how many seconds a client that was turned away is to try again.
    private static let retryAfter = "1"

    private func refuse(_ response: HTTPResponse) {
        guard isWaiting else { return }
        keepsAlive = false
        request.receiver = nil
        phase = .working
        answer(response)
    }

    /// Writes the response, at once or after its delay.
    func answer(_ response: HTTPResponse) {
        guard phase == .working else { return }
        task = nil
        guard let delay = response.delay, delay > .zero else { return begin(response) }
        var response = response
        response.delay = nil
        schedule(TimeAmount(delay)) { [unowned self] in begin(response) }
    }

    private func begin(_ response: HTTPResponse) {
        guard phase == .working else { return }
        phase = .writing
        since = .now()
        if table.isStopping { keepsAlive = false }
        let response = table.replies.completed(response, request)
        var start = response.head(keepsAlive: keepsAlive, date: HTTPDate.now)
        if !isHead, response.hasBody {
            var body = AnswerBody(response.body)
            start += body.takeBytes(AnswerBody.piece - min(start.count, AnswerBody.piece))
            remainingBody = body
        } else {
            remainingBody = nil
        }
        unsent = remainingBody?.unsentBytes ?? 0
        table.limitUnsent()
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
        guard var body = remainingBody, !body.isEmpty else { return finish() }
        if let next = body.stream {
            table.next(of: next, for: self)
        } else {
            let bytes = body.takeBytes(AnswerBody.piece)
            remainingBody = body
            unsent = body.unsentBytes
            send(bytes)
        }
    }

    /// Writes the next piece of a streamed response; nil means that producing it failed.
    func got(_ piece: [UInt8]?) {
        guard phase == .writing, var body = remainingBody else { return }
        task = nil
        guard let piece, !piece.isEmpty, body.count(piece) else {
            // The client notices that the body is shorter than announced.
            context?.close(promise: nil)
            return
        }
        remainingBody = body
        send(piece)
    }

    private func finish() {
        remainingBody = nil
        unsent = 0
        hasServed = true
        request = HTTPRequest(method: "", path: "/")
        guard keepsAlive, !table.isStopping else { return close() }
        phase = .idle
        since = .now()
        arm(limits.idleTime)
        gate.takeNext()
    }

    /// Closes the sending side, and waits a moment for the client to close its own. If the socket were closed with unread
    /// bytes, TCP would reset the connection, and the client could lose the response.
    private func close() {
        guard let context, phase != .closed else { return }
        phase = .closing
        since = .now()
        gate.expect(.dropping)
        table.closes(self)
        bodyEnd = .now() + TimeAmount(limits.bodyTime)
        armClosing()
        context.close(mode: .output, promise: nil)
    }

    /// A client may read its response only after it has sent all of its body.
    private func armClosing() { arm(min(TimeAmount(limits.closingTime), bodyEnd - .now())) }

    // MARK: The end

    /// Closes a connection without the head of a request; another one closes when its response is written.
    func stop() { if phase == .idle || phase == .head { drop() } }

    /// Closes the connection in any state.
    func drop() { context?.close(promise: nil) }

    private func end() {
        phase = .closed
        timer?.cancel()
        task?.cancel()
        task = nil
        remainingBody = nil
        unsent = 0
        request.receiver = nil
        table.remove(self)
    }

    private func write(_ text: String) {
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    /// Sets the time limit for the next step of the client or the handler.
    private func arm(_ time: Duration) { arm(TimeAmount(time)) }

    private func arm(_ time: TimeAmount) { schedule(time) { [unowned self] in expire() } }

    private func schedule(_ time: TimeAmount, _ action: @escaping () -> Void) {
        timer?.cancel()
        timer = context?.eventLoop.assumeIsolated().scheduleTask(in: max(time, .zero), action)
    }

    private func expire() {
        switch phase {
        case .head, .body:
            giveUp()
        case .working:
            task?.cancel()
            keepsAlive = false
            answer(refusal(.serviceUnavailable, limits.overdueText))
        case .idle, .writing, .closing: drop()
        case .closed: break
        }
    }
}
