internal import UprightConfiguration
internal import UprightDigests
internal import UprightHTTP

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
        guard let host = request.host else { return false }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["127.0.0.1", "localhost", "[::1]", address.host, "[\(address.host)]"].contains(String(name))
    }

    /// Whether a request may see anything.
    enum Admission: Sendable, Hashable {
        case admitted
        /// It brings no token.
        case unknown
        /// It brings a wrong one.
        case wrong
    }

    /// Whether a request may see anything.
    func admission(of request: HTTPRequest) -> Admission {
        guard let token else { return .admitted }
        if let authorization = request.headers["Authorization"], authorization.hasPrefix("Bearer ") {
            return Self.isSame(String(authorization.dropFirst(7)), token) ? .admitted : .wrong
        }
        let prefix = Self.cookie + "="
        let given = request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(prefix) }
        if given.contains(where: { Self.isSame(String($0.dropFirst(prefix.count)), cookieValue) }) { return .admitted }
        return given.isEmpty ? .unknown : .wrong
    }

    /// Whether somebody has given the token.
    func isToken(_ text: String) -> Bool { token.map { Self.isSame(text, $0) } ?? false }

    /// What the cookie holds: not the token itself, which also opens other doors.
    var cookieValue: String { hexadecimal(SHA256.hash(Array("upright gallery \(token ?? "")".utf8))) }

    /// Whether a request that changes something comes from one of our own pages.
    func comesFromUs(_ request: HTTPRequest, form: [String: String]) -> Bool {
        guard let given = form["token"], Self.isSame(given, formToken) else { return false }
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
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
