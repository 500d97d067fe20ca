package import NIOCore

/// Serves a connection on any channel, to test it without a network and without waiting.
package enum ConnectionTrial {
    /// Adds the handlers; requests are answered at once.
    package static func serve(
        _ channel: any Channel, limits: HTTPLimits = HTTPLimits(), answer: @escaping (HTTPRequest) -> HTTPResponse
    ) throws {
        try ConnectionTable(limits, loop: channel.eventLoop, answering: answer).admit(channel)
    }
}
