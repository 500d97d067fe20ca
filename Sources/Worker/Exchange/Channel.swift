internal import CUprightLinux
internal import Glibc

/// One end of a socket pair that carries messages and, with them, descriptors.
///
/// A message (`MessageFormat`) is preceded by a mark of 4 bytes and the message's length in 4 bytes (little-endian).
package struct Channel: Sendable {
    /// The maximum size of a message in bytes.
    package static let maximumBytes = 64 << 20

    private static let mark: [UInt8] = Array("upr2".utf8)

    /// The socket.
    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// Sends a message. The other side gets duplicates of the descriptors.
    package func send(_ message: some Encodable, descriptors: [Int32] = []) throws(ChannelError) {
        let head = Channel.mark + [0, 0, 0, 0]
        var bytes: [UInt8]
        do { bytes = try MessageEncoder.encode(message, after: head) } catch {
            throw .malformed("cannot be encoded: \(error)")
        }
        let length = bytes.count - head.count
        guard length <= Channel.maximumBytes else {
            throw .malformed("expected at most \(Channel.maximumBytes) bytes in a message, found \(length)")
        }
        bytes.replace(length: length, at: 4)
        let result = clinux_send(descriptor, bytes, bytes.count, descriptors, Int32(descriptors.count))
        if result == -EPIPE || result == -ECONNRESET { throw .closed }
        if result != 0 { throw .system(-result) }
    }

    /// Receives a message and at most two descriptors, which the caller closes. After an error, none is left open.
    package func receive<Message: Decodable>(
        _ type: Message.Type
    ) throws(ChannelError) -> (message: Message, descriptors: [Int32]) {
        var descriptors: [Int32] = []
        do throws(ChannelError) {
            let head = try receive(exactly: 8, descriptors: &descriptors)
            guard head.starts(with: Channel.mark) else {
                throw .malformed("expected the mark of a message, found other bytes")
            }
            let length = (4..<8).reduce(0) { $0 | Int(head[$1]) << (8 * ($1 - 4)) }
            guard length <= Channel.maximumBytes else {
                throw .malformed("expected a message of at most \(Channel.maximumBytes) bytes, found \(length)")
            }
            let body = try receive(exactly: length, descriptors: &descriptors)
            do {
                return (try MessageDecoder.decode(type, from: body), descriptors)
            } catch {
                throw ChannelError.malformed("expected a \(Message.self), found bytes that cannot be decoded: \(error)")
            }
        } catch {
            for descriptor in descriptors { close(descriptor) }
            throw error
        }
    }

    private func receive(exactly length: Int, descriptors: inout [Int32]) throws(ChannelError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < length {
            var attached: [Int32] = [-1, -1]
            var count: Int32 = 0
            let room = Int32(2 - descriptors.count)
            let received = bytes.withUnsafeMutableBytes { buffer in
                clinux_receive(
                    descriptor, buffer.baseAddress! + filled, length - filled, &attached, room, &count)
            }
            descriptors += attached.prefix(Int(count))
            if received == 0 || received == -Int(ECONNRESET) { throw .closed }
            if received < 0 { throw .system(Int32(-received)) }
            filled += received
        }
        return bytes
    }
}
