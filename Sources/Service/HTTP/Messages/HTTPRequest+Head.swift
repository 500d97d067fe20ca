internal import NIOHTTP1

extension HTTPRequest {
    /// How the body of a request is framed.
    enum Framing: Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// Reads the head of a request. It must have exactly one host (RFC 9112, section 3.2), one framing of the body (section
    /// 6.3), and a target that is a path or a URL with a path.
    init(_ head: HTTPRequestHead) throws(HTTPStatus) {
        guard head.uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .badRequest }
        let (authority, target) = try Self.split(head.uri[...])
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = FormText.unescaped(parts[0], plusIsBlank: false) else {
            throw .badRequest
        }
        self.init(method: head.method.rawValue, path: path)
        if parts.count == 2 { query = FormText.fields(parts[1]) }
        for (name, value) in head.headers { headers.append(value, as: name) }
        let hosts = headers.values(of: "Host")
        guard hosts.count == 1 || (hosts.isEmpty && head.version == .http1_0) else {
            throw .badRequest
        }
        host = authority ?? hosts.first
    }

    /// The authority of an absolute target, and the path with its query.
    private static func split(_ target: Substring) throws(HTTPStatus) -> (authority: String?, path: Substring) {
        if target.first == "/" { return (nil, target) }
        let scheme = "http://"
        guard target.lowercased().hasPrefix(scheme) else { throw .badRequest }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard end > rest.startIndex else { throw .badRequest }
        return (String(rest[..<end]), rest[end...].first == "/" ? rest[end...] : "/" + rest[end...])
    }

    /// How the body is framed. A request with two framings is refused, because a proxy in front of this server could use
    /// the other one.
    func framing(_ version: HTTPVersion) throws(HTTPStatus) -> Framing {
        let encodings = headers.values(of: "Transfer-Encoding")
        let lengths = headers.values(of: "Content-Length")
        if !encodings.isEmpty {
            guard lengths.isEmpty, version == .http1_1, encodings.count == 1 else {
                throw .badRequest
            }
            guard encodings[0].lowercased() == "chunked" else { throw .notImplemented }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badRequest
        }
        guard let length = Int(text) else { throw .contentTooLarge }
        return length == 0 ? .none : .length(length)
    }
}
