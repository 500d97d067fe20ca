/// A response.
package struct HTTPResponse: Sendable {
    /// The body of a response.
    package enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A known number of bytes, which `next` produces piece by piece. It is not called after it has thrown, or once the
        /// client has left. If it throws or ends early, the connection is closed, so that the client notices.
        case stream(length: Int, next: @Sendable () async throws -> [UInt8]?)

        package var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .stream(let length, _): length
            }
        }
    }

    package var status: HTTPStatus
    /// The header fields; the server adds `Date`, `Content-Length` and `Connection`.
    package var headers: HTTPFields
    /// The body. A response to `HEAD` has its length, but not the body itself.
    package var body: Body
    /// How long to delay the response. A delayed response does not count towards the limit of requests.
    package var delay: Duration?

    package init(_ status: HTTPStatus, headers: HTTPFields = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(_ status: HTTPStatus, text: String) {
        self.init(
            status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }

    /// Whether a response of this status has a body (RFC 9110, sections 15.3.5 and 15.4.5).
    var hasBody: Bool { status != .notModified && status != .noContent }

    /// The status line and the header fields. Line breaks in a value become spaces, since they would start another field.
    func head(keepsAlive: Bool, date: String) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\nDate: \(date)\r\n"
        for field in headers.all {
            text += "\(field.name): " + String(field.value.map { $0.isNewline ? " " : $0 }) + "\r\n"
        }
        if hasBody { text += "Content-Length: \(body.count)\r\n" }
        text += keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"
        return Array(text.utf8)
    }
}
