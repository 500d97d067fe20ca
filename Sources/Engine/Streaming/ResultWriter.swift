internal import Glibc
internal import Synchronization
internal import UprightFiles

/// Writes results to a descriptor, each in one piece: its line, then its bytes.
final class ResultWriter: Sendable {
    private let descriptor: CInt
    private let state = Mutex<CInt>(0)
    /// Bodies below this size are written together with their line; larger ones in steps of what a pipe holds.
    private static let smallBytes = 1 << 16

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Why writing failed (`errno`): `EPIPE` if the reader is gone; 0 while it has not failed.
    var failure: CInt { state.withLock(\.self) }

    /// Writes a line and, if there is a body, the first `count` bytes of that file, which nobody changes. Blocks. After a
    /// failure, writes nothing more.
    func write(_ line: String, _ body: OpenFile? = nil, count: Int = 0) {
        var bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        state.withLock { failure in
            guard failure == 0 else { return }
            do throws(FileError) {
                let isSmall = count < Self.smallBytes
                if let body, isSmall { bytes += try body.read(count, at: 0) }
                failure = send(bytes)
                if let body, !isSmall, failure == 0 { failure = try send(body, count) }
            } catch {
                failure = error.code ?? EIO
            }
        }
    }

    /// Copies the first bytes of a file to the descriptor. The file is then used for another picture, so a pipe must not
    /// refer to its memory (splice).
    private func send(_ body: OpenFile, _ count: Int) throws(FileError) -> CInt {
        var sent = 0
        while sent < count {
            let bytes = try body.read(min(count - sent, PictureStream.pipeBytes), at: sent)
            if bytes.isEmpty { return EIO }
            let failure = send(bytes)
            guard failure == 0 else { return failure }
            sent += bytes.count
        }
        return 0
    }

    private func awaitRoom() {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
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
                    awaitRoom()
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}
