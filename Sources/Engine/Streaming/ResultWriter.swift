internal import Glibc
internal import Synchronization

/// Writes results to a descriptor, each in one piece: its line, then its bytes.
final class ResultWriter: Sendable {
    private let descriptor: CInt
    private let state = Mutex<CInt>(0)

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Why writing failed (`errno`): `EPIPE` if the reader is gone; 0 while it has not failed.
    var failure: CInt { state.withLock(\.self) }

    /// Writes a line and bytes. Blocks. After a failure, writes nothing more.
    func write(_ line: String, _ body: [UInt8] = []) {
        var bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        let isSmall = body.count < 1 << 16
        if isSmall { bytes += body }
        state.withLock { failure in
            if failure == 0 { failure = send(bytes) }
            if failure == 0, !isSmall { failure = send(body) }
        }
    }

    private func send(_ bytes: [UInt8]) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress! + sent, buffer.count - sent)
                if count > 0 {
                    sent += count
                } else if count == 0 {
                    return EIO
                } else if errno == EAGAIN {
                    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&ready, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
