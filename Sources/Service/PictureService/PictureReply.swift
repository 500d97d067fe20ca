internal import Foundation
internal import UprightBase

/// Creates the responses of the picture server.
enum PictureReply {
    /// When to try again if all slots are taken, in seconds: a picture takes less.
    static let shortPause = 1
    /// When to try again if the machine lacks something.
    static let longPause = 5

    /// The fields of a response that tell something about the picture, or when to try again.
    static let exposed = [
        "Upright-Outcome", "Upright-Orientation", "Upright-Width", "Upright-Height", "Upright-Matrix", "ETag",
        "Content-Disposition", "Content-Digest", "Upright-Source-Digest", "Retry-After",
    ]

    static func json(_ status: HTTPStatus, _ value: JSONValue, retryAfter: Int? = nil) -> HTTPResponse {
        var headers = headers("application/json")
        headers["Retry-After"] = retryAfter.map { "\($0)" }
        return HTTPResponse(status, headers: headers, body: .bytes(Array((value.serialized + "\n").utf8)))
    }

    /// The response to a request that is not worked on.
    static func refusal(_ status: HTTPStatus, _ reason: String, retryAfter: Int? = nil) -> HTTPResponse {
        json(status, .object([("outcome", .null), ("reason", .string(reason))]), retryAfter: retryAfter)
    }

    static func refused(_ status: HTTPStatus, _ reason: String, retryAfter: Int? = nil) -> HTTPRefusal {
        HTTPRefusal(refusal(status, reason, retryAfter: retryAfter))
    }

    static func tooLarge(_ limit: Int) -> HTTPRefusal {
        refused(.contentTooLarge, "expected a picture of at most \(limit) bytes (limits.file-size), found a larger one")
    }

    /// The header fields of every response.
    static func headers(_ type: String) -> HTTPFields {
        [
            "Content-Type": type,
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": "no-store",
        ]
    }

    /// A file of the page.
    static func asset(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
        var headers = headers(type + "; charset=utf-8")
        headers["Content-Security-Policy"] =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob: data:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        headers["Referrer-Policy"] = "no-referrer"
        headers["Cache-Control"] = "no-cache"
        return HTTPResponse(.ok, headers: headers, body: .bytes(bytes))
    }

    /// A digest as in `Content-Digest` (RFC 9530).
    static func digestField(_ sha256: [UInt8]) -> String { "sha-256=:\(Data(sha256).base64EncodedString()):" }

    /// An entity tag for bytes with a digest.
    static func entityTag(_ sha256: [UInt8]) -> String { "\"\(hexadecimal(sha256))\"" }

    /// Whether `If-None-Match` lists an entity tag (RFC 9110, section 13.1.2). An asterisk stands for a resource that exists,
    /// and `/orient` is none.
    static func matches(_ field: String?, _ tag: String) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " || $0 == "\t" }
            return (item.hasPrefix("W/") ? item.dropFirst(2) : item).prefix { $0 != " " && $0 != "\t" } == tag
        }
    }

    /// A file name as `Content-Disposition` has it (RFC 8187).
    static func disposition(_ name: String) -> String {
        let plain = Array("!#$&+-.^_`|~".utf8)
        let escaped = name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || plain.contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal([byte]).uppercased()
        }
        return "inline; filename*=UTF-8''" + escaped.joined()
    }
}
