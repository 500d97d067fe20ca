internal import NIOCore
internal import NIOEmbedded
internal import Testing
internal import UprightService

/// The server's responses to the same bytes in other packets.
@Suite struct PacketTests {
    private func answers(to bytes: [UInt8], inPiecesOf size: Int) -> [Substring] {
        let channel = EmbeddedChannel()
        var limits = HTTPLimits()
        limits.requestLine = 200
        limits.headers = 400
        limits.body = 300
        do {
            try ConnectionTrial.serve(channel, limits: limits) { request in
                HTTPResponse(.ok, text: "\(request.method) \(request.path) \(request.query) \(request.body)")
            }
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            var left = bytes[...]
            while !left.isEmpty {
                try channel.writeInbound(ByteBuffer(bytes: left.prefix(size)))
                left = left.dropFirst(size)
            }
        } catch {
            // A closed channel accepts no more bytes.
        }
        var text = ""
        do {
            while let piece = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: piece) }
            _ = try channel.finish(acceptAlreadyClosed: true)
        } catch {
            // A request that the parser rejects was answered.
        }
        return text.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
    }

    private static let host = "HTTP/1.1\r\nHost: a\r\n"

    @Test(
        "the same bytes in other packets get the same responses",
        arguments: [
            String(repeating: "GET /1?a=b \(host)\r\n", count: 5), "POST / \(host)Content-Length: 3\r\n\r\nabcGET /",
            "POST / \(host)Transfer-Encoding: chunked\r\n\r\n3;e\r\nabc\r\n0\r\nT: v\r\n\r\nGET / ",
            "POST / \(host)Transfer-Encoding: chunked\r\n\r\nzz", "GET / \(host) folded\r\n\r\nGET / \(host)\r\n",
            "GET /" + String(repeating: "a", count: 300), "GET / \(host)A: " + String(repeating: "a", count: 500),
            "POST / \(host)Content-Length: 301\r\n\r\n", "\r\nGET / \(host)\r\nnonsense\r\n\r\n",
            "GET / \(host)Connection: upgrade\r\nUpgrade: h2c\r\n\r\nPRI * HTTP/2.0\r\n\r\n",
            "POST / \(host)Expect: 100-continue\r\nContent-Length: 1\r\n\r\na", "HEAD / HTTP/1.0\r\n\r\nGET",
        ])
    func packets(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = answers(to: bytes, inPiecesOf: bytes.count)
        #expect(whole.first?.hasPrefix("HTTP/1.1 ") == true)
        for size in [1, 2, 3, 7, 16, 50] { #expect(answers(to: bytes, inPiecesOf: size) == whole, "\(size)") }
    }
}
