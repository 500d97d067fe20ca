internal import UprightConfiguration
internal import UprightDigests
internal import FlyingFox

/// Decides who may see the gallery, and who may change something.
struct GalleryGuard: Sendable {
    private let address: GalleryAddress
    private let token: String?
    /// What a form must carry.
    let formToken: String

    /// The name of the cookie that stands for the token.
    static let cookie = "upright-gallery"

    init(address: GalleryAddress, token: String?) {
        self.address = address
        self.token = token
        var generator = SystemRandomNumberGenerator()
        formToken = (0..<4).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    }

    /// Whether a request names this server: pages of other sites whose name leads here do not.
    func namesUs(_ request: HTTPRequest) -> Bool {
        // With a token, a name of the user's own may lead here: what it protects is protected by the token.
        guard token == nil else { return true }
        guard let host = request.headers[.host] else { return false }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "[::1]", address.host, "[\(address.host)]"].contains(String(name))
    }

    /// Whether a request may see anything.
    func admits(_ request: HTTPRequest) -> Bool {
        guard let token else { return true }
        if let authorization = request.headers[.authorization], authorization.hasPrefix("Bearer ") {
            return Self.isSame(String(authorization.dropFirst(7)), token)
        }
        let cookies = request.headers[.cookie]?.split(separator: ";") ?? []
        let prefix = Self.cookie + "="
        return cookies.contains { cookie in
            let pair = cookie.drop { $0 == " " }
            return pair.hasPrefix(prefix) && Self.isSame(String(pair.dropFirst(prefix.count)), cookieValue)
        }
    }

    /// Whether somebody has given the token.
    func isToken(_ text: String) -> Bool { token.map { Self.isSame(text, $0) } ?? false }

    /// What the cookie holds: not the token itself, which also opens other doors.
    var cookieValue: String { hexadecimal(SHA256.hash(Array("upright gallery \(token ?? "")".utf8))) }

    /// Whether a request that changes something comes from one of our own pages.
    func comesFromUs(_ request: HTTPRequest, form: [String: String]) -> Bool {
        guard let given = form["token"], Self.isSame(given, formToken) else { return false }
        if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin", site != "none" {
            return false
        }
        return true
    }

    /// Compares without telling by the time it takes how much is right.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let a = SHA256.hash(Array(a.utf8))
        let b = SHA256.hash(Array(b.utf8))
        return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
