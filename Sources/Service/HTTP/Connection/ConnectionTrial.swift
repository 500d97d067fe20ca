package import NIOCore

/// Puts what serves a connection on a channel of one's own, to try it without a network and without time.
package enum ConnectionTrial {
    /// Adds the handlers; requests are answered at once.
    package static func serve(
        _ channel: any Channel, limits: HTTPLimits = HTTPLimits(), answer: @escaping (HTTPRequest) -> HTTPResponse
    ) throws {
        try ConnectionTable(limits, loop: channel.eventLoop, answering: answer).admit(channel)
    }
}
