internal import NIOCore

/// Precedes the parser: passes it the head of one request at a time, complete and within the limits, and keeps the bytes
/// after it until that request is answered.
final class HeadGate: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What to do with bytes from the client.
    enum Mode: Hashable {
        /// Keep them until the head is complete.
        case head
        /// Pass them on: they belong to a body.
        case body
        /// Keep them, and read no more.
        case holding
        /// Drop them.
        case dropping
    }

    /// Called when the first byte of a head has arrived.
    var didBegin: () -> Void = {}
    /// Called when a limit is exceeded or a head is invalid. The mode is `dropping` from then on.
    var didRefuse: (HTTPStatus) -> Void = { _ in }
    /// Called when bytes were dropped.
    var didDrop: () -> Void = {}

    private let limits: HTTPLimits
    private(set) var mode = Mode.head
    private var pending = ByteBuffer()
    private var scan: HeadScan
    private var bodyBytes = 0
    /// How many bytes of the current body are still to come; nil for chunks, whose end the parser finds.
    private var bodyLeft: Int?
    /// The most bytes of the current body, without its framing.
    private var maximumBody: Int
    private var isReadWanted = false
    private var isProcessing = false
    private var context: ChannelHandlerContext?

    /// The most bytes that the framing of a chunked body can take in addition to the body itself.
    private static let maximumFraming = 65_536
    /// The most bytes to keep that a client sends before it has its response.
    private static let maximumPending = 1 << 20

    init(_ limits: HTTPLimits) {
        self.limits = limits
        scan = HeadScan(limits)
        maximumBody = limits.body
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Starts with the next request.
    func takeNext() {
        mode = .head
        bodyBytes = 0
        process()
        if isReadWanted, mode != .holding {
            isReadWanted = false
            context?.read()
        }
    }

    /// Expects the body of the head that was passed on last. What follows a body of a known length is kept as the next
    /// request.
    func expectBody(of maximum: Int, length: Int?) {
        maximumBody = maximum
        bodyLeft = length
        expect(.body)
    }

    /// Sets what follows the head that was passed on last.
    func expect(_ mode: Mode) {
        self.mode = mode
        guard mode == .dropping else { return }
        pending = ByteBuffer()
        if isReadWanted {
            isReadWanted = false
            context?.read()
        }
    }

    // MARK: Events

    /// Delays reading while a request is being answered, so that the client's bytes wait in the kernel.
    func read(context: ChannelHandlerContext) {
        if mode == .holding { isReadWanted = true } else { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard mode != .dropping else { return didDrop() }
        var bytes = unwrapInboundIn(data)
        // When the client closes its side, the channel reads the remaining bytes whether or not it is asked to.
        guard pending.readableBytes + bytes.readableBytes <= Self.maximumPending else {
            return refuse(.contentTooLarge)
        }
        if pending.readableBytes == 0 { pending = bytes } else { pending.writeBuffer(&bytes) }
        process()
    }

    // MARK: Work

    private func process() {
        guard !isProcessing, let context else { return }
        isProcessing = true
        defer { isProcessing = false }
        while pending.readableBytes > 0 {
            switch mode {
            case .holding: return
            case .dropping: pending = ByteBuffer()
            case .body:
                guard let bytes = pending.readSlice(length: min(pending.readableBytes, bodyLeft ?? .max)) else {
                    return
                }
                if pending.readableBytes == 0 { pending = ByteBuffer() }
                if let remaining = bodyLeft {
                    bodyLeft = remaining - bytes.readableBytes
                    if bodyLeft == 0 { mode = .holding }
                }
                bodyBytes += bytes.readableBytes
                guard bodyBytes - Self.maximumFraming <= maximumBody else { return refuse(.contentTooLarge) }
                context.fireChannelRead(wrapInboundOut(bytes))
            case .head:
                if scan.scanned == 0 { didBegin() }
                switch scan.advance(over: pending.readableBytesView) {
                case .unfinished: return
                case .refused(let status): return refuse(status)
                case .complete(let length):
                    scan = HeadScan(limits)
                    guard let head = pending.readSlice(length: length) else { return refuse(.badRequest) }
                    context.fireChannelRead(wrapInboundOut(head))
                    // The parser does not accept it as a head, and waits for more bytes.
                    if mode == .head { return refuse(.badRequest) }
                }
            }
        }
    }

    private func refuse(_ status: HTTPStatus) {
        expect(.dropping)
        didRefuse(status)
    }
}
