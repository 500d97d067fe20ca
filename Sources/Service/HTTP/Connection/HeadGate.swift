internal import NIOCore

/// Stands before the parser: hands it the head of one request at a time, whole and within the limits, and keeps what the
/// client sends behind it until that request is answered.
final class HeadGate: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What is done with bytes that come.
    enum Mode: Hashable {
        /// They are kept until the head is complete.
        case head
        /// They belong to a body.
        case body
        /// They are kept, and no more are read.
        case holding
        /// They are dropped.
        case dropping
    }

    /// Told when the first byte of a head has come.
    var didBegin: () -> Void = {}
    /// Told when a limit is passed, or a head is none. The mode is `dropping` from then on.
    var didRefuse: (HTTPStatus) -> Void = { _ in }

    private let limits: HTTPLimits
    private(set) var mode = Mode.head
    private var pending = ByteBuffer()
    private var scan: HeadScan
    private var bodyBytes = 0
    private var isReadWanted = false
    private var isProcessing = false
    private var context: ChannelHandlerContext?

    /// What the framing of a body in chunks may take beyond the body itself.
    private static let mostFraming = 65_536
    /// What is kept of what a client sends before it has its answer.
    private static let mostPending = 1 << 20

    init(_ limits: HTTPLimits) {
        self.limits = limits
        scan = HeadScan(limits)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// Begins with the next request.
    func takeNext() {
        mode = .head
        bodyBytes = 0
        process()
        if isReadWanted, mode != .holding {
            isReadWanted = false
            context?.read()
        }
    }

    /// What follows the head that has just been handed on.
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

    /// While an answer is awaited, the client's bytes wait in the kernel.
    func read(context: ChannelHandlerContext) {
        if mode == .holding { isReadWanted = true } else { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard mode != .dropping else { return }
        var bytes = unwrapInboundIn(data)
        // The channel reads on at the end of the client's bytes, whether or not it is asked to.
        guard pending.readableBytes + bytes.readableBytes <= Self.mostPending else { return refuse(.contentTooLarge) }
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
                let bytes = pending
                pending = ByteBuffer()
                bodyBytes += bytes.readableBytes
                guard bodyBytes <= limits.body + Self.mostFraming else { return refuse(.contentTooLarge) }
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
                    // The parser does not take it for a head, and waits for more of it.
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
