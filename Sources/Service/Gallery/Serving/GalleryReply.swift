internal import FlyingFox
internal import Foundation

/// Answers, with the headers that every one of them has.
enum GalleryReply {
    private static let common: [HTTPHeader: String] = [
        HTTPHeader("Content-Security-Policy"): PageFrame.policy + "; frame-ancestors 'none'",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    ]

    private static func headers(_ type: String, keeps: Bool = false) -> HTTPHeaders {
        var headers = HTTPHeaders(common)
        headers[.contentType] = type
        headers[.cacheControl] = keeps ? "private, max-age=86400" : "private, no-cache"
        return headers
    }

    static func html(_ status: HTTPStatusCode, _ html: HTML) -> HTTPResponse {
        HTTPResponse(
            statusCode: status, headers: headers("text/html; charset=utf-8"), body: Data(html.markup.utf8))
    }

    static func page(_ html: HTML) -> HTTPResponse { self.html(.ok, html) }

    static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: headers("text/plain; charset=utf-8"), body: Data(text.utf8))
    }

    static func file(_ bytes: [UInt8], type: String, keeps: Bool = false) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers(type, keeps: keeps), body: Data(bytes))
    }

    static func stream(_ body: HTTPBodySequence, type: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers(type), body: body)
    }

    static func redirect(to path: String) -> HTTPResponse {
        var headers = headers("text/plain; charset=utf-8")
        headers[.location] = path
        return HTTPResponse(statusCode: .seeOther, headers: headers, body: Data())
    }
}
