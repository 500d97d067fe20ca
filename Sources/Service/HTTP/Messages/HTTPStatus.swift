/// The status of a response (RFC 9110, section 15); as an error, of the answer to a request that is refused.
package struct HTTPStatus: RawRepresentable, Error, Hashable {
    /// The three-digit number.
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// 200.
    package static let ok = HTTPStatus(rawValue: 200)
    /// 204.
    package static let noContent = HTTPStatus(rawValue: 204)
    /// 206.
    package static let partialContent = HTTPStatus(rawValue: 206)
    /// 303.
    package static let seeOther = HTTPStatus(rawValue: 303)
    /// 304.
    package static let notModified = HTTPStatus(rawValue: 304)
    /// 400.
    package static let badRequest = HTTPStatus(rawValue: 400)
    /// 401.
    package static let unauthorized = HTTPStatus(rawValue: 401)
    /// 403.
    package static let forbidden = HTTPStatus(rawValue: 403)
    /// 404.
    package static let notFound = HTTPStatus(rawValue: 404)
    /// 405.
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 408.
    package static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 412.
    package static let preconditionFailed = HTTPStatus(rawValue: 412)
    /// 413.
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 414.
    package static let uriTooLong = HTTPStatus(rawValue: 414)
    /// 415.
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// 416.
    package static let rangeNotSatisfiable = HTTPStatus(rawValue: 416)
    /// 421.
    package static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// 422.
    package static let unprocessableContent = HTTPStatus(rawValue: 422)
    /// 431.
    package static let requestHeaderFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500.
    package static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501.
    package static let notImplemented = HTTPStatus(rawValue: 501)
    /// 503.
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)

    private static let phrases = [
        100: "Continue", 200: "OK", 204: "No Content", 206: "Partial Content", 303: "See Other", 304: "Not Modified",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
        415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    ]

    private static let reasons = [
        400: "expected a request in HTTP/1.1 with one Host, and with one length of its body if it has one",
        408: "the request arrives too slowly", 413: "the body of the request is larger than the server takes",
        414: "the first line of the request is longer than the server takes",
        431: "the header fields of the request are longer than the server takes",
        501: "expected a body with Content-Length or with Transfer-Encoding: chunked",
    ]

    /// Why a request is refused unread with this status.
    var reason: String { Self.reasons[rawValue] ?? phrase }

    /// The reason phrase of the status; empty if it has none.
    package var phrase: String { Self.phrases[rawValue] ?? "" }
}
