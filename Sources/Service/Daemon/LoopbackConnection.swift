internal import UprightConfiguration
internal import UprightFiles
internal import Foundation
internal import Glibc

/// One HTTP request over a Unix socket or a loopback address.
struct LoopbackConnection: Sendable {
    private let file: OpenFile

    /// Connects to an address; nil if nothing listens there.
    init?(_ address: StatusConfiguration.Address) {
        let descriptor: CInt
        switch address {
        case .unix(let path):
            var name = sockaddr_un()
            let bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
            descriptor = Self.connected(AF_UNIX, &name, MemoryLayout<sockaddr_un>.size)
        case .tcp(let host, let port) where host.contains(":"):
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &name.sin6_addr) == 1 else { return nil }
            descriptor = Self.connected(AF_INET6, &name, MemoryLayout<sockaddr_in6>.size)
        case .tcp(let host, let port):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host, &name.sin_addr) == 1 else { return nil }
            descriptor = Self.connected(AF_INET, &name, MemoryLayout<sockaddr_in>.size)
        }
        guard descriptor >= 0 else { return nil }
        file = OpenFile(owning: descriptor, path: "status")
    }

    private static func connected<Name>(_ family: CInt, _ name: inout Name, _ size: Int) -> CInt {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return -1 }
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(size)) }
        }
        guard result == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    /// Sends a request and returns the body of a successful answer; nil otherwise.
    func exchange(_ method: String, _ path: String, body: [UInt8] = []) async -> Data? {
        let file = file
        return await offTheCooperativePool {
            let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
            let head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(length)Connection: close\r\n\r\n"
            let request = Array(head.utf8) + body
            guard send(file.descriptor, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
                return nil
            }
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            while answer.count < 1 << 22 {
                let count = recv(file.descriptor, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                answer += buffer[..<count]
                if let body = Self.body(answer) { return body }
            }
            return nil
        }
    }

    /// The body, once it has the length that the header announces.
    private static func body(_ answer: [UInt8]) -> Data? {
        guard
            let end = answer.indices.dropLast(3).first(where: { answer[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) })
        else { return nil }
        let header = String(decoding: answer[..<end], as: UTF8.self)
        let lines = header.split(separator: "\r\n")
        guard lines.first?.contains(" 200") == true else { return nil }
        let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
        guard let length = field.flatMap({ Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }),
            answer.count - end - 4 >= length, length >= 0
        else { return nil }
        return Data(answer[(end + 4)..<(end + 4 + length)])
    }
}
