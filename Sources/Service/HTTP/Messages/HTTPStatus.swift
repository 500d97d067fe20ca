/// The status of a response (RFC 9110, section 15).
public struct HTTPStatus: RawRepresentable, Sendable, Hashable {
    /// The three-digit number.
    public let rawValue: Int

    /// Creates a status by number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 200.
    public static let ok = HTTPStatus(rawValue: 200)
    /// 303.
    public static let seeOther = HTTPStatus(rawValue: 303)
    /// 304.
    public static let notModified = HTTPStatus(rawValue: 304)
    /// 400.
    public static let badRequest = HTTPStatus(rawValue: 400)
    /// 401.
    public static let unauthorized = HTTPStatus(rawValue: 401)
    /// 403.
    public static let forbidden = HTTPStatus(rawValue: 403)
    /// 404.
    public static let notFound = HTTPStatus(rawValue: 404)
    /// 405.
    public static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// 408.
    public static let requestTimeout = HTTPStatus(rawValue: 408)
    /// 413.
    public static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// 414.
    public static let uriTooLong = HTTPStatus(rawValue: 414)
    /// 421.
    public static let misdirectedRequest = HTTPStatus(rawValue: 421)
    /// 429.
    public static let tooManyRequests = HTTPStatus(rawValue: 429)
    /// 431.
    public static let requestHeaderFieldsTooLarge = HTTPStatus(rawValue: 431)
    /// 500.
    public static let internalServerError = HTTPStatus(rawValue: 500)
    /// 501.
    public static let notImplemented = HTTPStatus(rawValue: 501)
    /// 503.
    public static let serviceUnavailable = HTTPStatus(rawValue: 503)

    private static let phrases = [
        100: "Continue", 200: "OK", 204: "No Content", 206: "Partial Content", 303: "See Other", 304: "Not Modified",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable",
        421: "Misdirected Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    ]

    /// The reason phrase of the status; empty if it has none.
    public var phrase: String { Self.phrases[rawValue] ?? "" }
}
