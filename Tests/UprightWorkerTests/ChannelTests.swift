import UprightWorker
import Glibc
import UprightRewriting
import Testing

@Suite("Messages between supervisor and worker")
struct ChannelTests {
    let near: Channel
    let far: Channel

    init() {
        var sockets: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        near = Channel(descriptor: sockets[0])
        far = Channel(descriptor: sockets[1])
    }

    func end() {
        close(near.descriptor)
        close(far.descriptor)
    }

    @Test("A request arrives unchanged, with working duplicates of its descriptors")
    func roundTrip() throws {
        defer { end() }
        var options = NormalizationOptions()
        options.limits.pixels = 77
        options.damaged = .reject
        let file = TestFile("content")
        let sent = WorkerRequest.normalize(options, threads: 2)
        try near.send(sent, descriptors: [file.descriptor, file.descriptor])
        let (received, descriptors) = try far.receive(WorkerRequest.self)
        #expect(received == sent)
        #expect(descriptors.count == 2 && !descriptors.contains(file.descriptor))
        for descriptor in descriptors {
            var byte: UInt8 = 0
            #expect(pread(descriptor, &byte, 1, 3) == 1 && byte == UInt8(ascii: "t"))
            close(descriptor)
        }
    }

    @Test("Surplus descriptors are closed, not kept")
    func tooManyDescriptors() throws {
        defer { end() }
        let file = TestFile()
        try near.send("message", descriptors: [Int32](repeating: file.descriptor, count: 5))
        let (_, descriptors) = try far.receive(String.self)
        #expect(descriptors.count == 2)
        for descriptor in descriptors { close(descriptor) }
        #expect(openDescriptors(of: file) == 1)
    }

    @Test("A closed channel gives another error than invalid bytes")
    func closed() throws {
        close(near.descriptor)
        #expect(throws: ChannelError.closed) { try far.receive(String.self) }
        #expect(throws: ChannelError.closed) { try far.send("nobody") }
        close(far.descriptor)
    }

    @Test(
        "Invalid messages are refused",
        arguments: [
            Array("GET / HTTP/1.1\r\n".utf8), Array("upr2".utf8) + [255, 255, 255, 255],
            Array("upr2".utf8) + [4, 0, 0, 0] + Array("{\"a\"".utf8), Array("upr2".utf8) + [0, 0, 0, 0],
            // A message of the previous protocol, and an empty request.
            Array("upr1".utf8) + [1, 0, 0, 0, 0], Array("upr2".utf8) + [1, 0, 0, 0, 0],
        ])
    func malformed(bytes: [UInt8]) throws {
        defer { end() }
        #expect(write(near.descriptor, bytes, bytes.count) == bytes.count)
        #expect {
            try far.receive(WorkerRequest.self)
        } throws: { error in
            if case .malformed = error as? ChannelError { true } else { false }
        }
    }

    @Test("Descriptors that arrive with an invalid message are closed")
    func malformedWithDescriptors() throws {
        defer { end() }
        let file = TestFile()
        try near.send("not a request", descriptors: [file.descriptor])
        #expect(throws: ChannelError.self) { try far.receive(WorkerRequest.self) }
        #expect(openDescriptors(of: file) == 1)
    }
}
