internal import Foundation
internal import Glibc
internal import UprightService

/// A server on a loopback port, and clients that send arbitrary bytes.
struct HTTPBench: Sendable {
    let port: UInt16

    /// Serves during a body. By default, a response repeats the request: method, path, query, host, body.
    static func serving<Value>(
        _ limits: HTTPLimits = HTTPLimits(),
        _ handler: @escaping HTTPServer.Handler = { HTTPBench.echo($0) },
        _ body: (HTTPBench) async throws -> Value
    ) async throws -> Value {
        let server = HTTPServer(.tcp(host: "127.0.0.1", port: 0), limits: limits, handler: handler)
        let running = Task { try await server.run() }
        let bench = HTTPBench(port: try await server.waitUntilListening())
        let result: Result<Value, any Error>
        do { result = .success(try await body(bench)) } catch { result = .failure(error) }
        server.stop()
        try await running.value
        return try result.get()
    }

    static func echo(_ request: HTTPRequest) -> HTTPResponse {
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
        let body = String(decoding: request.body, as: UTF8.self)
        return HTTPResponse(.ok, text: "\(request.method) \(request.path) \(query) \(request.host ?? "") \(body)")
    }

    func connect() throws -> HTTPTestClient { try HTTPTestClient(port: port) }

    /// Sends bytes and returns everything received until the server closes the connection.
    func exchange(_ bytes: String) async throws -> String {
        let client = try connect()
        defer { client.close() }
        // A server that refuses a request need not read all of it.
        Thread.detachNewThread { do { try client.send(bytes) } catch {} }
        return try await client.readToEnd()
    }
}

/// A connection to a server.
final class HTTPTestClient: Sendable {
    struct Failure: Error { var errno: CInt }

    private let descriptor: CInt

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        let descriptor = descriptor
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw Failure(errno: errno) }
    }

    func send(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count < 0 { throw Failure(errno: errno) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// All bytes until the server closes its side, which it must do.
    func readToEnd() async throws -> String {
        let result = await withCheckedContinuation { continuation in
            // The server's tasks must not run on threads that wait here.
            Thread.detachNewThread { continuation.resume(returning: Result { try self.read() }) }
        }
        return try result.get()
    }

    private func read() throws -> String {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno == ECONNRESET) { break }
            if count < 0 { throw Failure(errno: errno) }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ends what is sent; the response can still be read.
    func closeSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    func close() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    deinit { Glibc.close(descriptor) }
}
