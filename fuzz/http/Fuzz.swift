internal import NIOCore
internal import NIOEmbedded
internal import UprightService

/// Feeds a client's bytes to the HTTP server: the responses must not depend on how the bytes are split into packets.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let first = start?.pointee else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count)).dropFirst()
    let whole = answers(to: bytes, inPiecesOf: max(bytes.count, 1))
    let cut = answers(to: bytes, inPiecesOf: Int(first % 31) + 1)
    guard whole == cut else { fatalError("other answers in other packets") }
    return 0
}

/// The responses without their dates.
private func answers(to bytes: ArraySlice<UInt8>, inPiecesOf size: Int) -> [Substring] {
    let channel = EmbeddedChannel()
    var limits = HTTPLimits()
    limits.requestLine = 200
    limits.headers = 400
    limits.body = 300
    do {
        try ConnectionTrial.serve(channel, limits: limits) { request in
            HTTPResponse(
                .ok, text: "\(request.method) \(request.path) \(request.query) \(request.form) \(request.body)")
        }
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        var left = bytes
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
        // The server has answered input that the parser rejected; the error itself does not matter.
    }
    return text.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
}
