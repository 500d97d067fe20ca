/// How a server answers where no handler does, and what it adds to every response.
package struct HTTPReplies: Sendable {
    /// Creates the response to a request that is refused unread, with the reason.
    package var refusal: @Sendable (HTTPStatus, _ reason: String) -> HTTPResponse = { status, reason in
        HTTPResponse(status, text: reason + "\n")
    }
    /// Completes a response. A request whose head could not be read has no fields.
    package var completed: @Sendable (HTTPResponse, HTTPRequest) -> HTTPResponse = { response, _ in response }

    /// Creates replies in plain text, with nothing added.
    package init() {}
}
