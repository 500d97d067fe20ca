/// What happens to the body of a request whose head has arrived.
package enum HTTPIntake: Sendable {
    /// It is kept in memory, within ``HTTPLimits/body``.
    case memory
    /// A receiver takes it piece by piece, and the handler finds the receiver in ``HTTPRequest/receiver``. Another receiver, if
    /// one is named, gets no more of its body: its client is too slow, and is answered with 408.
    case received(by: any HTTPBodyReceiver, insteadOf: (any HTTPBodyReceiver)?)
    /// It is not read, and the response is sent at once.
    case refused(HTTPResponse)

    /// Decides about a request with a body, on the server's thread; it must not block.
    package typealias Decision = @Sendable (HTTPRequest) -> HTTPIntake
}

/// Takes the body of one request. It is called on the server's thread only, and must not block.
package protocol HTTPBodyReceiver: AnyObject, Sendable {
    /// The most bytes that the body can have, as the client sends it.
    var maximumBytes: Int { get }

    /// Takes the next piece of the body.
    ///
    /// - Throws: the response, after which nothing more is read.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPRefusal)

    /// Reports that the body is complete.
    func end() throws(HTTPRefusal)
}

/// The response to a request that is not handled.
package struct HTTPRefusal: Error {
    package var response: HTTPResponse

    package init(_ response: HTTPResponse) { self.response = response }
}
