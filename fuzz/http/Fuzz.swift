internal import NIOCore
internal import NIOEmbedded
internal import UprightHTTP

/// What a client sends to the HTTP server: the answers must be the same however the bytes are cut into packets.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let first = start?.pointee else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count)).dropFirst()
    let whole = answers(to: bytes, inPiecesOf: max(bytes.count, 1))
    let cut = answers(to: bytes, inPiecesOf: Int(first % 31) + 1)
    precondition(whole == cut, "other answers in other packets")
    return 0
}

/// The answers without their dates.
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
        // A channel that has been closed takes no more.
    }
    var text = ""
    do {
        while let piece = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: piece) }
        _ = try channel.finish(acceptAlreadyClosed: true)
    } catch {
        // What the parser did not take was answered; the error itself is of no interest.
    }
    return text.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
}
