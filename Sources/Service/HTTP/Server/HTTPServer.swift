internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import CUprightLinux
internal import Synchronization
internal import UprightBase

/// An HTTP/1.1 server that withstands hostile clients: everything that they can make it store or wait for has a limit
/// (``HTTPLimits``).
///
/// A separate low-priority thread reads, parses and writes bytes. Tasks handle the requests, ``HTTPLimits/requests`` at a
/// time; the task of a client that has left is cancelled. A client that closes its side of the connection counts as having
/// left, unless it has sent a body or a part of one: it is answered.
package final class HTTPServer: Sendable {
    /// Handles a request.
    package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// Answers a request at once if no task could; returns nil to let the handler answer.
    package typealias StandIn = @Sendable (HTTPRequest) -> HTTPResponse?

    /// The address on which it listens.
    package let address: HTTPAddress
    private let limits: HTTPLimits
    private let handler: Handler
    private let intake: HTTPIntake.Decision
    private let standIn: StandIn?
    private let replies: HTTPReplies
    private let state = Monitor(State())

    private struct State {
        var listening: Listening?
        var isStopped = false
        /// How often it has begun or ended to listen.
        var changes = 0
    }

    private struct Listening: Sendable {
        var port: UInt16
        var close: @Sendable () -> Void
    }

    /// The niceness of the thread, which gives priority to threads that process pictures (`nice(2)`).
    private static let niceness: Int32 = 10

    /// Creates a server. It does not listen yet.
    ///
    /// - Parameters:
    ///   - standIn: is asked first about each request, on the server's thread; it must not block.
    ///   - intake: decides about each request with a body when its head has arrived.
    package init(
        _ address: HTTPAddress, limits: HTTPLimits = HTTPLimits(), standIn: StandIn? = nil,
        replies: HTTPReplies = HTTPReplies(), intake: @escaping HTTPIntake.Decision = { _ in .memory },
        handler: @escaping Handler
    ) {
        self.address = address
        self.limits = limits
        self.standIn = standIn
        self.replies = replies
        self.intake = intake
        self.handler = handler
    }

    /// The thread of all servers of this process. It exists until the process ends, because the handling of a request can
    /// return to it after its server has ended.
    private static let group = Mutex<MultiThreadedEventLoopGroup?>(nil)

    /// Starts the thread of all servers, unless it is running. An early call ensures that the process has it even if it can
    /// start no more threads later.
    ///
    /// - Returns: The thread; nil if the process cannot start one.
    @discardableResult
    static func startThread(niceness: Int32 = niceness) -> (any EventLoop)? {
        group.withLock { group in
            if let group { return group.next() }
            // SwiftNIO ends the process if it cannot start a thread, so test threads are started first. Of two, the kernel
            // may still count one when the next thread is started.
            guard clinux_thread_room(2) == 2 else { return nil }
            let started = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            started.next().execute { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
            group = started
            return started.next()
        }
    }

    /// Starts the thread of all servers before the process needs its threads for other work.
    ///
    /// - Parameter isUrgent: whether it has the priority of the threads that process pictures, because they wait for it.
    package static func reserveThread(isUrgent: Bool = false) { startThread(niceness: isUrgent ? 0 : niceness) }

    /// Serves until it is stopped or cancelled. An existing socket at the path of a Unix address is replaced.
    ///
    /// It can be called again after an error.
    package func run() async throws(HTTPServerError) {
        guard let loop = Self.startThread() else {
            throw HTTPServerError(address: address, reason: String(cString: strerror(EAGAIN)), errno: EAGAIN)
        }
        let (limits, handler, standIn, replies, intake) = (limits, handler, standIn, replies, intake)
        defer { set(nil) }
        let (table, channel): (NIOLoopBound<ConnectionTable>, any Channel)
        do {
            table = try await loop.submit {
                NIOLoopBound(
                    ConnectionTable(
                        limits, loop: loop, standIn: standIn, replies: replies, intake: intake, handler: handler),
                    eventLoop: loop)
            }.get()
            channel = try await listen(loop, table)
        } catch { throw failure(error) }
        let close: @Sendable () -> Void = { channel.close(promise: nil) }
        set(Listening(port: UInt16(channel.localAddress?.port ?? 0), close: close))
        await withTaskCancellationHandler {
            // Only this code closes the listener, and an error from closing it has no effect.
            do { try await channel.closeFuture.get() } catch {}
        } onCancel: {
            close()
        }
        await withCheckedContinuation { continuation in
            loop.execute { table.value.stop { continuation.resume() } }
        }
    }

    private func listen(_ loop: any EventLoop, _ table: NIOLoopBound<ConnectionTable>) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(ChannelOptions.backlog, value: 1024)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                ChannelOptions.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 16_384)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try table.value.admit(channel) }
            }
        switch address {
        case .unix(let path):
            return try await bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).get()
        case .tcp(let host, let port):
            return
                try await bootstrap
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
                .bind(to: SocketAddress(ipAddress: host, port: Int(port))).get()
        }
    }

    private func failure(_ error: any Error) -> HTTPServerError {
        if let error = error as? IOError {
            let reason = String(cString: strerror(error.errnoCode))
            return HTTPServerError(address: address, reason: reason, errno: error.errnoCode)
        }
        return HTTPServerError(address: address, reason: "\(error)", errno: 0)
    }

    private func set(_ listening: Listening?) {
        let isStopped = state.withLock { state in
            state.listening = listening
            state.changes += 1
            return state.isStopped
        }
        if isStopped { listening?.close() }
    }

    /// Waits until the server listens, and returns the port, 0 for a Unix socket.
    ///
    /// - Throws: ``HTTPServerError`` if it ended, or ends, without listening.
    package func waitUntilListening() async throws(HTTPServerError) -> UInt16 {
        let before = state.withLock(\.changes)
        let port = await state.wait { state -> UInt16?? in
            if let listening = state.listening { return .some(listening.port) }
            return state.isStopped || state.changes != before ? .some(nil) : nil
        }
        guard case .some(.some(let port)) = port else {
            throw HTTPServerError(address: address, reason: "it does not listen", errno: 0)
        }
        return port
    }

    /// Stops the server permanently. Responses in progress are completed.
    package func stop() {
        let listening = state.withLock { state in
            state.isStopped = true
            return state.listening
        }
        listening?.close()
    }
}
