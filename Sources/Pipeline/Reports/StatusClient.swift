internal import Glibc

/// Asks a running daemon for its status, over the address of `status.listen`.
public enum StatusClient {
    /// The JSON text that the daemon serves under a path; nil where no daemon answers.
    ///
    /// - Parameters:
    ///   - address: where the daemon listens.
    ///   - path: `/status`, `/metrics`, ...
    public static func body(at address: StatusConfiguration.Address, path: String) -> String? {
        guard let connection = connect(to: address) else { return nil }
        defer { close(connection) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(connection, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return nil
        }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while answer.count < 1 << 24 {
            let count = recv(connection, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            answer += piece[..<count]
            if let whole = wholeBody(answer) { return whole }
        }
        return wholeBody(answer)
    }

    /// The body of a successful answer, once all of it has come.
    static func wholeBody(_ answer: [UInt8]) -> String? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        guard let status = lines.first, status.contains(" 200 ") else { return nil }
        let body = text[end.upperBound...]
        let length = lines.compactMap { line -> Int? in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
            return Int(parts[1].filter { $0 != " " })
        }.first
        guard let length, body.utf8.count >= length else { return nil }
        return String(decoding: Array(body.utf8).prefix(length), as: UTF8.self)
    }

    private static func connect(to address: StatusConfiguration.Address) -> CInt? {
        switch address {
        case .unix(let path):
            var socketAddress = sockaddr_un()
            socketAddress.sun_family = sa_family_t(AF_UNIX)
            let room = MemoryLayout.size(ofValue: socketAddress.sun_path)
            guard path.utf8.count < room else { return nil }
            withUnsafeMutableBytes(of: &socketAddress.sun_path) { $0.copyBytes(from: path.utf8) }
            return connected(AF_UNIX, &socketAddress)
        case .tcp(let host, let port):
            if host.contains(":") {
                var socketAddress = sockaddr_in6()
                socketAddress.sin6_family = sa_family_t(AF_INET6)
                socketAddress.sin6_port = port.bigEndian
                guard inet_pton(AF_INET6, host, &socketAddress.sin6_addr) == 1 else { return nil }
                return connected(AF_INET6, &socketAddress)
            }
            var socketAddress = sockaddr_in()
            socketAddress.sin_family = sa_family_t(AF_INET)
            socketAddress.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &socketAddress.sin_addr) == 1 else {
                return nil
            }
            return connected(AF_INET, &socketAddress)
        }
    }

    private static func connected<Address>(_ family: CInt, _ address: inout Address) -> CInt? {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let length = socklen_t(MemoryLayout<Address>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
