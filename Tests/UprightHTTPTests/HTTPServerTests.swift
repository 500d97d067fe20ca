internal import Glibc
internal import Synchronization
internal import Testing
internal import UprightService

@Suite(.timeLimit(.minutes(5))) struct HTTPServerTests {
    private func answer(_ bytes: String, limits: HTTPLimits = HTTPLimits()) async throws -> String {
        try await HTTPBench.serving(limits) { bench in try await bench.exchange(bytes) }
    }

    @Test func answersGetHeadAndPost() async throws {
        let get = try await answer("GET /a%20b?x=1&y=%C3%A4+b HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n")
        #expect(get.hasPrefix("HTTP/1.1 200 OK\r\nDate: ") && get.contains("\r\nContent-Length: "))
        #expect(get.hasSuffix("\r\n\r\nGET /a b x=1,y=ä b me "))
        let head = try await answer("HEAD / HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n")
        #expect(head.contains("\r\nContent-Length: 11\r\n") && head.hasSuffix("\r\n\r\n"))
        let post = try await answer(
            "POST /f HTTP/1.1\r\nHost: me\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        #expect(post.hasSuffix("POST /f  me hello"))
        let chunked = try await answer(
            "POST /f HTTP/1.1\r\nHost: me\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\nT: v\r\n\r\n"
        )
        #expect(chunked.hasSuffix("POST /f  me hello!"))
        // Where a body of chunks ends is what request smuggling relies on.
        #expect(
            [post, chunked].allSatisfy { $0.contains("\r\nConnection: close\r\n") } && !head.contains("keep-alive"))
        let absolute = try await answer("GET http://other:8/p?q HTTP/1.1\r\nHost: me\r\nConnection: close\r\n\r\n")
        #expect(absolute.hasSuffix("GET /p q= other:8 "))
        let old = try await answer("GET / HTTP/1.0\r\n\r\n")
        #expect(old.hasSuffix("GET /   ") && old.contains("Connection: close"))
    }

    /// A request that is too long, and its status.
    enum TooLong: Int, CaseIterable {
        case line, field, endlessFields, fields, length, lengthBeyondIntegers, chunks, chunkExtension

        var request: String {
            let post = "POST / HTTP/1.1\r\nHost: me\r\n"
            let million = String(repeating: "a", count: 1_000_000)
            return switch self {
            case .line: "GET /" + million
            case .field: "GET / HTTP/1.1\r\nHost: me\r\nX: " + million
            case .endlessFields: "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100_000)
            case .fields: "GET / HTTP/1.1\r\nHost: me\r\n" + String(repeating: "A: b\r\n", count: 400) + "\r\n"
            case .length: post + "Content-Length: 1000000000\r\n\r\n"
            case .lengthBeyondIntegers: post + "Content-Length: 99999999999999999999\r\n\r\n"
            case .chunks:
                post + "Transfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n", count: 100)
            case .chunkExtension: post + "Transfer-Encoding: chunked\r\n\r\n1;" + million
            }
        }

        var status: Int {
            switch self {
            case .line: 414
            case .field, .endlessFields, .fields: 431
            // The parser does not accept a number beyond 64 bits.
            case .lengthBeyondIntegers: 400
            case .length, .chunks, .chunkExtension: 413
            }
        }
    }

    @Test("a request that is too long is refused with its own status", arguments: TooLong.allCases)
    func tooLong(_ kind: TooLong) async throws {
        let answer = try await answer(kind.request)
        #expect(answer.hasPrefix("HTTP/1.1 \(kind.status) "), "\(answer.prefix(80))")
        #expect(answer.contains("Connection: close"))
    }

    @Test(
        "an invalid request, or two in one, is refused",
        arguments: [
            "\0\0\0\0\r\n\r\n", "hello\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/3.9\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", "GET a HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -4\r\n\r\n",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
        ])
    func noRequest(_ request: String) async throws {
        let answer = try await answer(request)
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(80))")
        #expect(answer.contains("Connection: close"))
    }

    @Test func requestsInOnePacketAreAnsweredInOrder() async throws {
        let one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        let last = "GET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let answer = try await answer(String(repeating: one, count: 200) + last + one)
        #expect(answer.components(of: "GET /1  a ") == 200)
        #expect(answer.hasSuffix("GET /2  a "))
    }

    @Test func aConnectionStaysAfterABodyOfAKnownLengthAndClosesAfterChunks() async throws {
        let next = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let post = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
        let known = try await answer(String(repeating: post, count: 50) + next)
        #expect(known.components(of: "POST /1  a ab") == 50 && known.hasSuffix("GET /next  a "))
        #expect(known.components(of: "\r\nConnection: keep-alive\r\n") == 50)
        let chunks = try await answer(
            "POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n" + next)
        #expect(chunks.hasSuffix("POST /1  a ab") && !chunks.contains("next"))
        // The parser reads no further after an offer of another protocol.
        let offer = try await answer("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n" + next)
        #expect(offer.contains("\r\nConnection: close\r\n"))
        #expect(!offer.contains("keep-alive") && !offer.contains("next"))
    }

    @Test func aRequestThatEndsTooEarlyIsAnsweredAndOneWithABodyThatIsWhole() async throws {
        func half(_ bytes: String) async throws -> String {
            try await HTTPBench.serving { bench in
                let client = try bench.connect()
                try client.send(bytes)
                client.closeSending()
                return try await client.readToEnd()
            }
        }
        let head = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
        for part in [
            "POST /1 HT", head, head + "a",
            head.replacing("Content-Length: 2", with: "Transfer-Encoding: chunked") + "2\r\na",
        ] {
            let answer = try await half(part)
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("\r\nConnection: close\r\n"), "\(part)")
        }
        #expect(try await half(head + "ab").hasSuffix("POST /1  a ab"))
        #expect(try await half("") == "")
    }

    @Test func aSlowClientTimesOut() async throws {
        // Only the time that is awaited is short: on a busy machine, a request can take as long to be read.
        var head = HTTPLimits()
        head.headTime = .milliseconds(200)
        #expect(try await answer("GET / HT", limits: head).hasPrefix("HTTP/1.1 408 "))
        #expect(try await answer("", limits: head) == "")
        var body = HTTPLimits()
        body.bodyTime = .milliseconds(200)
        let part = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab"
        #expect(try await answer(part, limits: body).hasPrefix("HTTP/1.1 408 "))
        var idle = HTTPLimits()
        idle.idleTime = .milliseconds(200)
        #expect(try await answer("GET / HTTP/1.1\r\nHost: a\r\n\r\n", limits: idle).hasSuffix("GET /  a "))
    }

    @Test func theIdlestConnectionIsClosed() async throws {
        var limits = HTTPLimits()
        limits.connections = 8
        try await HTTPBench.serving(limits) { bench in
            let idle = try (0..<8).map { _ in try bench.connect() }
            // The oldest connection is closed first.
            try idle[0].send("GET / HT")
            let answer = try await bench.exchange("GET /new HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(answer.hasSuffix("GET /new  a "))
            let refusal = try await idle[0].readToEnd()
            #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("\r\nRetry-After: 1\r\n"))
            try idle[7].send("GET /still HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await idle[7].readToEnd().hasSuffix("GET /still  a "))
        }
    }

    @Test func clientsBeyondTheLimitAreToldToTryAgain() async throws {
        var limits = HTTPLimits()
        limits.connections = 2
        limits.closingConnections = 4
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
        try await HTTPBench.serving(limits) { request in
            await withCheckedContinuation { continuation in
                gate.withLock { $0.append(continuation) }
                begin.yield()
            }
            return HTTPResponse(.ok, text: request.path)
        } _: { bench in
            let get = "GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let busy = try (0..<2).map { _ in try bench.connect() }
            for client in busy { try client.send(get) }
            var count = 0
            for await _ in begun {
                count += 1
                if count == 2 { break }
            }
            // More than can be closing at a time: those that read their answer leave room.
            for _ in 0..<20 {
                let answer = try await bench.exchange(get)
                #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nRetry-After: 1\r\n"))
            }
            for continuation in gate.withLock({ $0 }) { continuation.resume() }
            for client in busy { #expect(try await client.readToEnd().hasSuffix("/1")) }
        }
    }

    @Test func workForAClientThatHasLeftIsCancelled() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (cancelled, cancel) = AsyncStream<Void>.makeStream()
        try await HTTPBench.serving { _ in
            begin.yield()
            do { try await Task.sleep(for: .seconds(3600)) } catch { cancel.yield() }
            return HTTPResponse(.ok)
        } _: { bench in
            let client = try bench.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            for await _ in begun { break }
            client.close()
            var cancellations = 0
            for await _ in cancelled {
                cancellations += 1
                break
            }
            #expect(cancellations == 1)
        }
    }

    @Test func aRequestOfAClientThatHasLeftIsNotBegun() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let paths = Mutex<[String]>([])
        var limits = HTTPLimits()
        limits.requests = 1
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0), limits: limits) { request in
            request.path == "/probe" ? HTTPResponse(.ok) : nil
        } handler: { request in
            paths.withLock { $0.append(request.path) }
            begin.yield()
            if request.path == "/first" { for await _ in gate { break } }
            return HTTPResponse(.ok)
        }
        let running = Task { try await server.run() }
        let bench = HTTPBench(port: try await server.waitUntilListening())
        func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" }
        let (first, gone, last) = (try bench.connect(), try bench.connect(), try bench.connect())
        try first.send(request("/first"))
        for await _ in begun { break }
        try gone.send(request("/gone"))
        #expect(try await bench.exchange(request("/probe")).hasPrefix("HTTP/1.1 200 "))
        gone.close()
        try last.send(request("/last"))
        // The thread that answers this has seen what was sent before.
        #expect(try await bench.exchange(request("/probe")).hasPrefix("HTTP/1.1 200 "))
        open.yield()
        for client in [first, last] { #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 200 ")) }
        #expect(paths.withLock { $0 } == ["/first", "/last"])
        server.stop()
        try await running.value
    }

    @Test func overdueWorkIsCancelledAndAnswered() async throws {
        var limits = HTTPLimits()
        limits.workTime = .milliseconds(200)
        let isCancelled = Mutex(false)
        try await HTTPBench.serving(limits) { _ in
            await withTaskCancellationHandler {
                do { try await Task.sleep(for: .seconds(3600)) } catch {}
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
            return HTTPResponse(.ok)
        } _: { bench in
            let answer = try await bench.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("\r\nConnection: close\r\n"))
            #expect(isCancelled.withLock { $0 })
        }
    }

    @Test func requestsWaitForTheirTurn() async throws {
        let most = Mutex((now: 0, most: 0))
        var limits = HTTPLimits()
        limits.requests = 2
        try await HTTPBench.serving(limits) { request in
            most.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            most.withLock { $0.now -= 1 }
            return HTTPResponse(.ok, text: request.path)
        } _: { bench in
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await bench.exchange("GET /\(number) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    }
                }
                for try await answer in group { #expect(answer.hasPrefix("HTTP/1.1 200 ")) }
            }
        }
        #expect(most.withLock { $0.most } <= 2)
    }

    @Test func largeAnswersAndStreamsArriveWhole() async throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) & 0x7F }
        try await HTTPBench.serving { request in
            guard request.path == "/stream" else { return HTTPResponse(.ok, body: .bytes(bytes)) }
            let offset = Mutex(0)
            let length = request.query("short") == nil ? bytes.count : bytes.count + 1
            return HTTPResponse(
                .ok,
                body: .stream(length: length) {
                    let start = offset.withLock { offset in
                        defer { offset = min(offset + 100_000, bytes.count) }
                        return offset
                    }
                    return start == bytes.count ? nil : Array(bytes[start..<min(start + 100_000, bytes.count)])
                })
        } _: { bench in
            let expected = String(decoding: bytes, as: UTF8.self)
            for path in ["/", "/stream", "/stream?short=1"] {
                let answer = try await bench.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(answer.hasSuffix("\r\n\r\n" + expected), "\(path)")
            }
        }
    }

    @Test func responsesThatNobodyReadsAreDropped() async throws {
        var limits = HTTPLimits()
        limits.unsentBytes = 32 << 20
        let bytes = [UInt8](repeating: 65, count: 12 << 20)
        try await HTTPBench.serving(limits) { _ in
            HTTPResponse(.ok, body: .bytes(bytes))
        } _: { bench in
            let clients = try (0..<6).map { _ in try bench.connect() }
            for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
            // The later responses have displaced the earlier ones; the last one is served.
            let last = try await bench.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(last.utf8.count > bytes.count)
            for client in clients { client.close() }
        }
    }

    @Test func aDelayedResponseDelaysNoOther() async throws {
        var limits = HTTPLimits()
        limits.requests = 1
        try await HTTPBench.serving(limits) { request in
            var response = HTTPResponse(.ok, text: request.path)
            if request.path == "/slow" { response.delay = .seconds(3600) }
            return response
        } _: { bench in
            let slow = try bench.connect()
            try slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            let quick = try await bench.exchange("GET /quick HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(quick.hasSuffix("/quick"))
            slow.close()
        }
    }

    @Test func headersOfAResponseStayOnOneLineEach() async throws {
        try await HTTPBench.serving { _ in
            HTTPResponse(.seeOther, headers: ["Location": "/a\r\nSet-Cookie: x\n"])
        } _: { bench in
            let answer = try await bench.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(!answer.contains("\nSet-Cookie"))
        }
    }

    /// Where no task can be had, the server's own thread answers.
    @Test func aStandInAnswersBeforeAnyTaskIsBegun() async throws {
        let isAsked = Mutex(false)
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0)) { request in
            request.path == "/readyz" ? HTTPResponse(.serviceUnavailable, text: "no threads") : nil
        } handler: { _ in
            isAsked.withLock { $0 = true }
            return HTTPResponse(.ok, text: "by a task")
        }
        let running = Task { try await server.run() }
        let bench = HTTPBench(port: try await server.waitUntilListening())
        func get(_ path: String) async throws -> String {
            try await bench.exchange("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        }
        let first = try await get("/readyz")
        #expect(first.hasPrefix("HTTP/1.1 503 ") && first.hasSuffix("no threads"))
        #expect(!isAsked.withLock { $0 })
        #expect(try await get("/status").hasSuffix("by a task"))
        server.stop()
        try await running.value
    }

    @Test func aUnixSocketIsReplacedAndAFileIsNot() async throws {
        let path = "/tmp/upright-http-\(getpid()).sock"
        defer { unlink(path) }
        for _ in 0..<2 {
            // The socket of the first round still exists.
            let server = HTTPServer(.unix(path: path)) { _ in HTTPResponse(.ok) }
            let running = Task { try await server.run() }
            #expect(try await server.waitUntilListening() == 0)
            server.stop()
            try await running.value
        }
        unlink(path)
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        await #expect(throws: HTTPServerError.self) {
            try await HTTPServer(.unix(path: path)) { _ in HTTPResponse(.ok) }.run()
        }
        #expect(access(path, F_OK) == 0)
    }
}

extension String {
    func components(of part: String) -> Int { ranges(of: part).count }
}
