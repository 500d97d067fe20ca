internal import Foundation
internal import Glibc
internal import Synchronization

/// A server that reads a request, sends the beginning of an answer, and cuts the connection.
final class CuttingServer: Sendable {
    struct Failure: Error {
        var code: Int32
    }

    let port: UInt16
    private let socket: Int32
    private let seen = Mutex(0)

    /// The number of connections so far.
    var connections: Int { seen.withLock { $0 } }

    init(sending text: String) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                seen.withLock { $0 += 1 }
                var request = [UInt8](repeating: 0, count: 4096)
                _ = read(connection, &request, request.count)
                _ = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
    }

    func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }
}
